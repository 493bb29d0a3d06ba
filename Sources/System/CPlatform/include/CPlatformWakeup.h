#ifndef CPLATFORM_WAKEUP_H
#define CPLATFORM_WAKEUP_H

#if defined(__linux__)
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// A descriptor that becomes readable when `cplatform_wakeup_signal` is called, or the negated errno.
static inline int cplatform_wakeup(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static inline void cplatform_wakeup_signal(int wakeup) {
    uint64_t one = 1;
    (void)!write(wakeup, &one, sizeof one);
}

/// A descriptor that becomes readable at the set instant of `cplatform_now`, or the negated errno.
static inline int cplatform_timer(void) {
    int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static inline void cplatform_timer_set(int timer, int64_t instant) {
    // Zero would disable the timer.
    if (instant < 1) instant = 1;
    struct itimerspec when = {.it_value = {.tv_sec = instant / 1000000000, .tv_nsec = instant % 1000000000}};
    (void)timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, 0);
}

/// Makes a wakeup or a timer unreadable until its next event.
static inline void cplatform_drain(int descriptor) {
    uint64_t count;
    (void)!read(descriptor, &count, sizeof count);
}

#endif
#endif
