// Another way than the closed form: counts the merges, the largest tiles first. Every tile of 8 or
// more came from a merge, so all merges into 8 and more follow from the board, and the rest of the
// score was made by merges into 4. A move adds a tile and a merge takes one away.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long tiles = 0, seen[64] = {};
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        if (tile == 0) continue;
        ++tiles;
        ++seen[__builtin_ctzll(tile)];
    }
    long long score, merges = 0, into_next = 0;
    std::cin >> score;
    for (int rank = 62; rank >= 3; --rank) {
        // Those on the board, and two for each merge into the next larger tile.
        into_next = seen[rank] + 2 * into_next;
        merges += into_next;
        score -= into_next << rank;
    }
    merges += score / 4;
    std::cout << tiles - 2 + merges << '\n';
}
