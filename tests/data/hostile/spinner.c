/* Computes without end. */
int main(void) {
    for (volatile unsigned long count = 0;; count++) {
    }
}
