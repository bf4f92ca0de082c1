/* Answers, and leaves children behind in sessions of their own that hold its output open. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    for (int count = 0; count < 5; count++) {
        if (fork() == 0) {
            setsid();
            if (fork() != 0) _exit(0);
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            for (;;) pause();
        }
    }
    puts("7");
    return 0;
}
