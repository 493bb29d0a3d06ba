#ifndef CPLATFORM_MUTEX_H
#define CPLATFORM_MUTEX_H

#include <stdbool.h>

// The thread sanitizer supports both; for Swift's `Synchronization.Mutex` on Linux it reports false races.
#if defined(__APPLE__)
#include <os/lock.h>

typedef os_unfair_lock cplatform_mutex;

static inline void cplatform_mutex_init(cplatform_mutex *_Nonnull mutex) { *mutex = OS_UNFAIR_LOCK_INIT; }
static inline void cplatform_mutex_destroy(cplatform_mutex *_Nonnull mutex) { (void)mutex; }
static inline void cplatform_mutex_lock(cplatform_mutex *_Nonnull mutex) { os_unfair_lock_lock(mutex); }
static inline bool cplatform_mutex_try_lock(cplatform_mutex *_Nonnull mutex) { return os_unfair_lock_trylock(mutex); }
static inline void cplatform_mutex_unlock(cplatform_mutex *_Nonnull mutex) { os_unfair_lock_unlock(mutex); }

#else
#include <pthread.h>

typedef pthread_mutex_t cplatform_mutex;

static inline void cplatform_mutex_init(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_init(mutex, 0); }
static inline void cplatform_mutex_destroy(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_destroy(mutex); }
static inline void cplatform_mutex_lock(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_lock(mutex); }
static inline bool cplatform_mutex_try_lock(cplatform_mutex *_Nonnull mutex) { return pthread_mutex_trylock(mutex) == 0; }
static inline void cplatform_mutex_unlock(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_unlock(mutex); }

#endif
/// Tells the processor that this loop waits for another thread.
static inline void cplatform_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
