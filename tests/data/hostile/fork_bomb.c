/* Forks as often as it is let; by itself it stops after a few thousand. */
#include <unistd.h>
int main(void) {
    for (int count = 0; count < 3000; count++) {
        pid_t child = fork();
        if (child < 0) return 3;
        if (child == 0) {
            for (;;) pause();
        }
    }
    return 0;
}
