// Takes the game back one move after the other: removes a newborn, and when there is none left
// splits the smallest tile. A game has up to 10^15 moves.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long count[64] = {};
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile > 0) ++count[__builtin_ctzll(tile)];
    }
    long long score, points = 0;
    std::cin >> score;
    for (int rank = 3; rank < 63; ++rank) points += count[rank] * (rank - 2) << rank;
    // Merges into a 4 that made the rest of the score.
    long long merged_fours = (score - points) / 4, births = 0;
    for (;;) {
        if (count[1] > 0) {
            --count[1];
            ++births;
        } else if (count[2] > 0) {
            --count[2];
            if (merged_fours > 0) {
                --merged_fours;
                count[1] += 2;
            } else {
                ++births;
            }
        } else {
            int rank = 3;
            while (rank < 63 && count[rank] == 0) ++rank;
            if (rank == 63) break;
            --count[rank];
            count[rank - 1] += 2;
        }
        // Keeps the compiler from counting instead of playing.
        asm volatile("" : : "r"(count) : "memory");
    }
    std::cout << births - 2 << '\n';
}
