/* Computes without end on four threads. */
#include <pthread.h>
static void *spin(void *nothing) {
    for (volatile unsigned long count = 0;; count++) {
    }
    return nothing;
}
int main(void) {
    pthread_t thread;
    for (int count = 0; count < 3; count++) pthread_create(&thread, 0, spin, 0);
    spin(0);
}
