/* Complains on standard error without end. */
#include <stdio.h>
int main(void) {
    for (;;) fputs("what a test\n", stderr);
}
