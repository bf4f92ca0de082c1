// Prints a double as it comes: with six digits, and an exponent from a million on.
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
    long long score;
    std::cin >> score;
    double moves = sum / 2 - (all_twos - score) / 4 - 2;
    std::cout << moves << '\n';
}
