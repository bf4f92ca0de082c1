/* Writes one file without end. */
#include <stdio.h>
static char block[1 << 20];
int main(void) {
    FILE *file = fopen("big", "w");
    while (fwrite(block, sizeof block, 1, file) == 1) {
    }
    return 4;
}
