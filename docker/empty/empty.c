// Waits for a signal to end; with an argument, ends at once.
#include <signal.h>
#include <unistd.h>

static void end(int signal) {
    (void)signal;
    _exit(0);
}

int main(int count, char **arguments) {
    (void)arguments;
    if (count > 1) return 0;
    signal(SIGTERM, end);
    signal(SIGINT, end);
    for (;;) pause();
}
