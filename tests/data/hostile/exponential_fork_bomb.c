/* Every copy forks on; by itself it stops after a few thousand. */
#include <unistd.h>
int main(void) {
    for (int depth = 0; depth < 12; depth++) fork();
    for (;;) pause();
}
