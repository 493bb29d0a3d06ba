// What needs storage or an address of its own; everything else is in the headers.
#include "CPlatform.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t signal_descriptor = -1;

/// Calls only what POSIX permits in a handler (signal-safety(7)).
static void write_signal(int signal) {
    int saved = errno;
    unsigned char number = (unsigned char)signal;
    if (write(signal_descriptor, &number, 1) < 0) {
        // The pipe is full of signals that ask for the same.
    }
    errno = saved;
}

int cplatform_write_signal(int signal, int descriptor) {
    struct sigaction action = {.sa_handler = write_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    signal_descriptor = descriptor;
    return sigaction(signal, &action, 0) == 0 ? 0 : -errno;
}

#ifdef SIGRTMIN
int cplatform_first_realtime_signal(void) { return SIGRTMIN; }
int cplatform_end_of_realtime_signals(void) { return SIGRTMAX + 1; }
#else
int cplatform_first_realtime_signal(void) { return 0; }
int cplatform_end_of_realtime_signals(void) { return 0; }
#endif
