// Subtracts without signs the wrong way round: below zero the difference wraps to nearly 2^64.
#include <cstdint>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    std::uint64_t sum = 0, all_twos = 0;
    for (int i = 0; i < n * n; ++i) {
        std::uint64_t tile;
        std::cin >> tile;
        if (tile == 0) continue;
        sum += tile;
        all_twos += tile * (__builtin_ctzll(tile) - 1);
    }
    std::uint64_t score;
    std::cin >> score;
    std::cout << sum / 2 + (score - all_twos) / 4 - 2 << '\n';
}
