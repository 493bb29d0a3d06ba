#ifndef CPLATFORM_MEMORY_H
#define CPLATFORM_MEMORY_H

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Gives pages that are free back to the system. Allocators other than glibc's do so by themselves.
static inline void cplatform_trim_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

#endif
