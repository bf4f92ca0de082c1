// Works in floats of 32 bits, which hold 24 bits of a number.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    float sum = 0, all_twos = 0;
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile == 0) continue;
        sum += tile;
        all_twos += static_cast<float>(tile) * (__builtin_ctzll(tile) - 1);
    }
    float score;
    std::cin >> score;
    std::cout << static_cast<long long>(sum / 2 - (all_twos - score) / 4 - 2) << '\n';
}
