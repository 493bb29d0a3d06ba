#ifndef CPLATFORM_COUNTER_H
#define CPLATFORM_COUNTER_H

#include <stdint.h>

/// Adds to a counter that several threads change. It orders nothing else.
static inline void cplatform_counter_add(uint64_t *_Nonnull counter, uint64_t number) {
    __atomic_fetch_add(counter, number, __ATOMIC_RELAXED);
}

static inline uint64_t cplatform_counter_load(const uint64_t *_Nonnull counter) {
    return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

#endif
