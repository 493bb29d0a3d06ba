#ifndef CPLATFORM_EPOLL_H
#define CPLATFORM_EPOLL_H

#if defined(__linux__)
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>

/// The most events that `cplatform_epoll_wait` takes from the kernel in one call.
#define CPLATFORM_EPOLL_BATCH 64

static const uint32_t cplatform_epoll_in = EPOLLIN;
static const uint32_t cplatform_epoll_out = EPOLLOUT;
static const uint32_t cplatform_epoll_rdhup = EPOLLRDHUP;
static const uint32_t cplatform_epoll_hup = EPOLLHUP;
static const uint32_t cplatform_epoll_err = EPOLLERR;

/// One event; unlike `struct epoll_event`, not packed and without a union.
typedef struct {
    uint64_t key;
    uint32_t events;
} cplatform_epoll_event;

static inline int cplatform_epoll_create(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

static inline int cplatform_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t key) {
    struct epoll_event event = {.events = events, .data = {.u64 = key}};
    return epoll_ctl(epoll, operation, descriptor, &event) < 0 ? -errno : 0;
}

static inline int cplatform_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t key) {
    return cplatform_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, key);
}

static inline int cplatform_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t key) {
    return cplatform_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, key);
}

static inline int cplatform_epoll_remove(int epoll, int descriptor) {
    return cplatform_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

/// Waits up to `timeout` milliseconds and takes up to `CPLATFORM_EPOLL_BATCH` events. Returns their number, 0 after the
/// timeout, or the negated errno.
static inline int cplatform_epoll_wait(int epoll, cplatform_epoll_event *_Nonnull into, int timeout) {
    struct epoll_event events[CPLATFORM_EPOLL_BATCH];
    int count = epoll_wait(epoll, events, CPLATFORM_EPOLL_BATCH, timeout);
    if (count < 0) return -errno;
    for (int i = 0; i < count; i++) {
        into[i].key = events[i].data.u64;
        into[i].events = events[i].events;
    }
    return count;
}

#endif
#endif
