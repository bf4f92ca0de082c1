// A vector without end.
#include <vector>
int main() {
    std::vector<long> all;
    for (long value = 0;; value++) all.push_back(value);
}
