#ifndef CPLATFORM_MUTEX_H
#define CPLATFORM_MUTEX_H

// Both are known to the thread sanitizer, which reports false races on Swift's `Synchronization.Mutex` on Linux.
#if defined(__APPLE__)
#include <os/lock.h>

typedef os_unfair_lock cplatform_mutex;

static inline void cplatform_mutex_init(cplatform_mutex *_Nonnull mutex) { *mutex = OS_UNFAIR_LOCK_INIT; }
static inline void cplatform_mutex_destroy(cplatform_mutex *_Nonnull mutex) { (void)mutex; }
static inline void cplatform_mutex_lock(cplatform_mutex *_Nonnull mutex) { os_unfair_lock_lock(mutex); }
static inline void cplatform_mutex_unlock(cplatform_mutex *_Nonnull mutex) { os_unfair_lock_unlock(mutex); }

#else
#include <pthread.h>

typedef pthread_mutex_t cplatform_mutex;

static inline void cplatform_mutex_init(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_init(mutex, 0); }
static inline void cplatform_mutex_destroy(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_destroy(mutex); }
static inline void cplatform_mutex_lock(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_lock(mutex); }
static inline void cplatform_mutex_unlock(cplatform_mutex *_Nonnull mutex) { (void)pthread_mutex_unlock(mutex); }

#endif
#endif
