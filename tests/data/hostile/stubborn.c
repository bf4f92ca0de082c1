/* Ignores every signal that can be ignored, and waits. */
#include <signal.h>
#include <unistd.h>
int main(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (;;) pause();
}
