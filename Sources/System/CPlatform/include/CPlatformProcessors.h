#ifndef CPLATFORM_PROCESSORS_H
#define CPLATFORM_PROCESSORS_H

#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)
// The system's header declares it only with _GNU_SOURCE, like its sets of 1,024 processors and their functions.
extern int cplatform_affinity(pid_t, size_t, void *_Nonnull) __asm__("sched_getaffinity");
#endif

/// The number of processors that the calling thread may run on, at least 1. It is that of the process unless the
/// thread's own set was changed.
static inline int cplatform_processors(void) {
    long count = 0;
#if defined(__linux__)
    // The kernel rejects a set smaller than its own, which can have up to 8,192 processors.
    unsigned long set[65536 / (8 * sizeof(unsigned long))] = {0};
    if (cplatform_affinity(0, sizeof set, set) == 0) {
        for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) count += __builtin_popcountl(set[i]);
    }
#endif
    if (count < 1) count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}

#endif
