#ifndef CPLATFORM_PROCESSORS_H
#define CPLATFORM_PROCESSORS_H

#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)
// The system's header shows it only with _GNU_SOURCE, as it does its sets of 1,024 processors and the means to count them.
extern int cplatform_affinity(pid_t, size_t, void *_Nonnull) __asm__("sched_getaffinity");
#endif

/// How many processors the calling thread may run on, which is what its process may unless it was told otherwise; at
/// least 1.
static inline int cplatform_processors(void) {
    long count = 0;
#if defined(__linux__)
    // The kernel refuses a set that its own do not fit in; it can be built for 8,192 processors.
    unsigned long set[65536 / (8 * sizeof(unsigned long))] = {0};
    if (cplatform_affinity(0, sizeof set, set) == 0) {
        for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) count += __builtin_popcountl(set[i]);
    }
#endif
    if (count < 1) count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}

#endif
