#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long sum = 0, all_twos = 0;
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile == 0) continue;
        int rank = 0;
        while ((1LL << rank) < tile) ++rank;
        sum += tile;
        all_twos += tile * (rank - 1);
    }
    long long score;
    std::cin >> score;
    long long fours = (all_twos - score) / 4;
    std::cout << sum / 2 - fours - 2 << '\n';
}
