/* Closes its streams at once, goes on for a while and ends well. */
#include <time.h>
#include <unistd.h>
int main(void) {
    for (int stream = 0; stream < 3; stream++) close(stream);
    struct timespec while_ = {0, 50000000};
    nanosleep(&while_, 0);
    return 0;
}
