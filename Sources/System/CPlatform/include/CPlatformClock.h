#ifndef CPLATFORM_CLOCK_H
#define CPLATFORM_CLOCK_H

#include <stdint.h>
#include <time.h>

/// Nanoseconds of the clock that Dispatch's timers use: it does not advance while the machine sleeps.
static inline int64_t cplatform_now(void) {
#if defined(__APPLE__)
    return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

/// The CPU time of the calling thread in nanoseconds.
static inline int64_t cplatform_thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
