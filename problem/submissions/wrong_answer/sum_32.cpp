// Adds the tiles up in 32 bits.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    int sum = 0;
    long long all_twos = 0;
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile == 0) continue;
        sum = static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(tile));
        all_twos += tile * (__builtin_ctzll(tile) - 1);
    }
    long long score;
    std::cin >> score;
    std::cout << sum / 2 - (all_twos - score) / 4 - 2 << '\n';
}
