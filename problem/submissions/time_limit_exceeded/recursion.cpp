// Takes every tile apart by recursion and remembers nothing: 2^48 calls for the largest tile.
#include <iostream>

struct Apart {
    long long births, points;
};

Apart taken_apart(long long tile) {
    if (tile == 0) return {0, 0};
    if (tile <= 4) return {1, 0};
    Apart left = taken_apart(tile / 2), right = taken_apart(tile / 2);
    return {left.births + right.births, left.points + right.points + tile};
}

int main() {
    int n;
    std::cin >> n;
    Apart all{0, 0};
    for (int i = 0; i < n * n; ++i) {
        long long tile;
        std::cin >> tile;
        Apart one = taken_apart(tile);
        all.births += one.births;
        all.points += one.points;
    }
    long long score;
    std::cin >> score;
    std::cout << all.births + (score - all.points) / 4 - 2 << '\n';
}
