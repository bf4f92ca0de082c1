// Reads the score into 32 bits: a larger one becomes 2147483647.
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
        all_twos += tile * (__builtin_ctzll(tile) - 1);
    }
    int score;
    std::cin >> score;
    std::cout << sum / 2 - (all_twos - score) / 4 - 2 << '\n';
}
