#ifndef CPLATFORM_THREAD_H
#define CPLATFORM_THREAD_H

#if defined(__linux__)
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// Starts a thread that runs `body` for as long as the process lives, or the negated errno. It takes no signal but those
/// of its own faults: they are for the process's other threads.
static inline int cplatform_thread_start(
    void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable context
) {
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure != 0) return -failure;
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // What glibc gives where nobody set a limit; musl would give 128 KiB.
    (void)pthread_attr_setstacksize(&attributes, 8 * 1024 * 1024);
    sigset_t blocked, former;
    (void)sigfillset(&blocked);
    static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) (void)sigdelset(&blocked, faults[i]);
    // A thread begins with the mask of the one that makes it.
    (void)pthread_sigmask(SIG_SETMASK, &blocked, &former);
    pthread_t thread;
    failure = pthread_create(&thread, &attributes, body, context);
    (void)pthread_sigmask(SIG_SETMASK, &former, 0);
    (void)pthread_attr_destroy(&attributes);
    return -failure;
}

/// Names the calling thread, for debuggers and `ps`, which show the first 15 bytes.
static inline void cplatform_thread_name(const char *_Nonnull name) { (void)prctl(PR_SET_NAME, name); }

/// A descriptor that can be read from once it was rung, or the negated errno.
static inline int cplatform_bell(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static inline void cplatform_bell_ring(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

/// A descriptor that can be read from once an instant of `cplatform_now` has come, or the negated errno.
static inline int cplatform_timer(void) {
    int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static inline void cplatform_timer_set(int timer, int64_t instant) {
    // All zero would turn it off.
    if (instant < 1) instant = 1;
    struct itimerspec when = {.it_value = {.tv_sec = instant / 1000000000, .tv_nsec = instant % 1000000000}};
    (void)timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, 0);
}

/// Has a bell or a timer wait for the next time.
static inline void cplatform_quieten(int descriptor) {
    uint64_t count;
    (void)!read(descriptor, &count, sizeof count);
}

#endif
#endif
