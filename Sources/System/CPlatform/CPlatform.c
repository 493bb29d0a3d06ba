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

static struct sigaction crash_actions[NSIG];

static int is_sent(const siginfo_t *info) {
    if (info->si_pid == getpid()) return 0;
#ifdef SI_TKILL
    if (info->si_code == SI_TKILL) return 1;
#endif
    return info->si_code == SI_USER || info->si_code == SI_QUEUE;
}

/// Calls only what POSIX permits in a handler (signal-safety(7)).
static void take_crash(int number, siginfo_t *info, void *context) {
    const struct sigaction *action = &crash_actions[number];
    if (is_sent(info)) {
        signal(number, SIG_DFL);
        raise(number);
    } else if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(number, info, context);
    } else {
        action->sa_handler(number);
    }
}

int cplatform_end_by_sent_signal(int signal) {
    if (signal <= 0 || signal >= NSIG) return -EINVAL;
    struct sigaction *before = &crash_actions[signal];
    if (sigaction(signal, 0, before) < 0) return -errno;
    if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) return 0;
    struct sigaction action = *before;
    action.sa_sigaction = take_crash;
    action.sa_flags |= SA_SIGINFO;
    return sigaction(signal, &action, 0) == 0 ? 0 : -errno;
}

#ifdef SIGRTMIN
int cplatform_first_realtime_signal(void) { return SIGRTMIN; }
int cplatform_end_of_realtime_signals(void) { return SIGRTMAX + 1; }
#else
int cplatform_first_realtime_signal(void) { return 0; }
int cplatform_end_of_realtime_signals(void) { return 0; }
#endif

// Not in a header: Swift would look for the members of what <signal.h> declares in this module.
#if defined(__linux__)
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

int cplatform_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0; }

int cplatform_signal_children(int number) {
    DIR *folder = opendir("/proc");
    if (!folder) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[64], text[512];
        int process = atoi(entry->d_name), parent = 0;
        if (process <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/stat", process);
        if (!cplatform_read_start(path, text, sizeof text)) continue;
        char *rest = strrchr(text, ')');
        if (!rest || sscanf(rest + 1, " %*c %d", &parent) != 1 || parent != getpid()) continue;
        kill(process, number);
        count += 1;
    }
    closedir(folder);
    return count;
}
#else
int cplatform_adopt_orphans(void) { return 0; }

int cplatform_signal_children(int number) { return 0; }
#endif
