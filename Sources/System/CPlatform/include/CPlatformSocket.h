#ifndef CPLATFORM_SOCKET_H
#define CPLATFORM_SOCKET_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/ioctl.h>

// The system's header declares `accept4` only with _GNU_SOURCE. A header that Swift imports must not define that: types
// of the C library would differ from those in other modules.
extern int cplatform_accept4(int, void *_Nullable, void *_Nullable, int) __asm__("accept4");
#endif

/// An Internet address as a value: 4 or 16 bytes in network order.
typedef struct {
    bool is_ipv6;
    uint8_t bytes[16];
    uint16_t port;
} cplatform_address;

/// Parses an IPv4 or IPv6 literal; false for anything else. Uses no name service.
static inline bool cplatform_address_parse(const char *_Nonnull text, cplatform_address *_Nonnull address) {
    address->is_ipv6 = strchr(text, ':') != 0;
    return inet_pton(address->is_ipv6 ? AF_INET6 : AF_INET, text, address->bytes) == 1;
}

/// Writes the literal of `address`, with a terminating zero, into `text` of at least 46 bytes.
static inline bool cplatform_address_print(const cplatform_address *_Nonnull address, char *_Nonnull text) {
    return inet_ntop(address->is_ipv6 ? AF_INET6 : AF_INET, address->bytes, text, INET6_ADDRSTRLEN) != 0;
}

static inline int cplatform_set_option(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value) < 0 ? -errno : 0;
}

// Swift imports the names of levels and options with different types from different C libraries.

static inline int cplatform_set_reuse_address(int descriptor) {
    return cplatform_set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1);
}

static inline int cplatform_set_ipv6_only(int descriptor, bool only) {
    return cplatform_set_option(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, only);
}

static inline int cplatform_set_no_delay(int descriptor) {
    return cplatform_set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
}

/// Makes `descriptor` non-blocking and close-on-exec if the call that created it could not, and disables SIGPIPE if
/// `send` has no flag for it.
static inline int cplatform_prepare(int descriptor) {
#if defined(__linux__)
    (void)descriptor;
    return 0;
#else
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -errno;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -errno;
#if defined(SO_NOSIGPIPE)
    return cplatform_set_option(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1);
#else
    return 0;
#endif
#endif
}

/// A non-blocking, close-on-exec stream socket.
static inline int cplatform_stream_socket(int family) {
#if defined(__linux__)
    int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return descriptor < 0 ? -errno : descriptor;
#else
    int descriptor = socket(family, SOCK_STREAM, 0);
    if (descriptor < 0) return -errno;
    int failure = cplatform_prepare(descriptor);
    if (failure < 0) close(descriptor);
    return failure < 0 ? failure : descriptor;
#endif
}

static inline int cplatform_socket(bool is_ipv6) { return cplatform_stream_socket(is_ipv6 ? AF_INET6 : AF_INET); }

static inline int cplatform_unix_socket(void) { return cplatform_stream_socket(AF_UNIX); }

/// A descriptor whose only purpose is to be closed when another one is needed.
static inline int cplatform_placeholder(void) {
#if defined(__linux__)
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
#else
    int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (descriptor >= 0) (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
    return descriptor < 0 ? -errno : descriptor;
}

/// An address in the format of system calls.
typedef struct {
    struct sockaddr_storage storage;
    socklen_t size;
} cplatform_name;

static inline cplatform_name cplatform_internet_name(const cplatform_address *_Nonnull address) {
    cplatform_name name;
    memset(&name, 0, sizeof name);
    if (address->is_ipv6) {
        struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)&name.storage;
        name.size = sizeof *ipv6;
#if defined(__APPLE__)
        ipv6->sin6_len = sizeof *ipv6;
#endif
        ipv6->sin6_family = AF_INET6;
        ipv6->sin6_port = htons(address->port);
        memcpy(&ipv6->sin6_addr, address->bytes, 16);
    } else {
        struct sockaddr_in *ipv4 = (struct sockaddr_in *)&name.storage;
        name.size = sizeof *ipv4;
#if defined(__APPLE__)
        ipv4->sin_len = sizeof *ipv4;
#endif
        ipv4->sin_family = AF_INET;
        ipv4->sin_port = htons(address->port);
        memcpy(&ipv4->sin_addr, address->bytes, 4);
    }
    return name;
}

static inline int cplatform_bind(int descriptor, const cplatform_name *_Nonnull name) {
    return bind(descriptor, (const struct sockaddr *)&name->storage, name->size) < 0 ? -errno : 0;
}

/// Connects, and makes each later call on the descriptor block; each call waits for at most `seconds`.
static inline int cplatform_connect_blocking(int descriptor, const cplatform_name *_Nonnull name, int seconds) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) < 0) return -errno;
    struct timeval timeout = {.tv_sec = seconds, .tv_usec = 0};
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) < 0) return -errno;
    // On Linux it also limits the time to connect.
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) < 0) return -errno;
    return connect(descriptor, (const struct sockaddr *)&name->storage, name->size) < 0 ? -errno : 0;
}

/// The most bytes in the path of a Unix-domain socket, without its terminating zero.
static const int cplatform_path_limit = sizeof((struct sockaddr_un *)0)->sun_path - 1;

/// The name of a path that is short enough.
static inline cplatform_name cplatform_unix_name(const char *_Nonnull path) {
    cplatform_name name;
    memset(&name, 0, sizeof name);
    struct sockaddr_un *local = (struct sockaddr_un *)&name.storage;
    name.size = sizeof *local;
#if defined(__APPLE__)
    local->sun_len = sizeof *local;
#endif
    local->sun_family = AF_UNIX;
    strncpy(local->sun_path, path, sizeof local->sun_path - 1);
    return name;
}

/// The identity of a file, independent of its name.
typedef struct {
    uint64_t device;
    uint64_t number;
} cplatform_file;

static inline int cplatform_file_of(const char *_Nonnull path, cplatform_file *_Nonnull file) {
    struct stat facts;
    if (lstat(path, &facts) < 0) return -errno;
    file->device = (uint64_t)facts.st_dev;
    file->number = (uint64_t)facts.st_ino;
    return 0;
}

/// Whether a socket without a listener is at `path`. Checks the type, because other files refuse a connection too.
static inline bool cplatform_unix_is_stale(const char *_Nonnull path) {
    struct stat facts;
    if (lstat(path, &facts) < 0 || !S_ISSOCK(facts.st_mode)) return false;
    int descriptor = cplatform_unix_socket();
    if (descriptor < 0) return false;
    cplatform_name name = cplatform_unix_name(path);
    bool refused =
        connect(descriptor, (const struct sockaddr *)&name.storage, name.size) < 0 && errno == ECONNREFUSED;
    close(descriptor);
    return refused;
}

static inline int cplatform_unlink(const char *_Nonnull path) { return unlink(path) < 0 ? -errno : 0; }

/// The port that `descriptor` is bound to.
static inline int cplatform_bound_port(int descriptor) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    if (getsockname(descriptor, (struct sockaddr *)&name, &length) < 0) return -errno;
    return name.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&name)->sin6_port)
                                      : ntohs(((struct sockaddr_in *)&name)->sin_port);
}

/// The address in a socket's name; false for one that is no Internet address. IPv4 on a dual-stack socket, which the
/// system shows as an IPv6 address (RFC 4291, section 2.5.5.2), becomes IPv4.
static inline bool cplatform_address_in(
    const struct sockaddr_storage *_Nonnull name, cplatform_address *_Nonnull address
) {
    if (name->ss_family == AF_INET6) {
        const struct sockaddr_in6 *own = (const struct sockaddr_in6 *)name;
        address->port = ntohs(own->sin6_port);
        if (IN6_IS_ADDR_V4MAPPED(&own->sin6_addr)) {
            address->is_ipv6 = false;
            memcpy(address->bytes, own->sin6_addr.s6_addr + 12, 4);
            return true;
        }
        memcpy(address->bytes, &own->sin6_addr, sizeof own->sin6_addr);
    } else if (name->ss_family == AF_INET) {
        const struct sockaddr_in *own = (const struct sockaddr_in *)name;
        memcpy(address->bytes, &own->sin_addr, sizeof own->sin_addr);
        address->port = ntohs(own->sin_port);
    } else {
        return false;
    }
    address->is_ipv6 = name->ss_family == AF_INET6;
    return true;
}

/// The local Internet address of the connection `descriptor`; false for another kind of address.
static inline bool cplatform_local_address(int descriptor, cplatform_address *_Nonnull address) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    return getsockname(descriptor, (struct sockaddr *)&name, &length) == 0 && cplatform_address_in(&name, address);
}

/// The Internet address of the peer of the connection `descriptor`; false for another kind of address.
static inline bool cplatform_peer_address(int descriptor, cplatform_address *_Nonnull address) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    return getpeername(descriptor, (struct sockaddr *)&name, &length) == 0 && cplatform_address_in(&name, address);
}

/// The number of descriptors that the process may have, or `most` if that is less.
static inline int cplatform_descriptors(int most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur > (rlim_t)most) return most;
    return (int)limit.rlim_cur;
}

/// Whether a read, an accept or, on an epoll descriptor, a wait would have something at once.
static inline bool cplatform_is_readable(int descriptor) {
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    return poll(&entry, 1, 0) > 0;
}

static inline int cplatform_listen(int descriptor, int backlog) {
    return listen(descriptor, backlog) < 0 ? -errno : 0;
}

/// Whether a connection waits to be accepted.
static inline bool cplatform_has_connection(int descriptor) {
    struct pollfd listening = {.fd = descriptor, .events = POLLIN};
    return poll(&listening, 1, 0) > 0;
}

/// The next connection, non-blocking and close-on-exec.
static inline int cplatform_accept(int descriptor) {
#if defined(__linux__)
    int accepted = cplatform_accept4(descriptor, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return accepted < 0 ? -errno : accepted;
#else
    int accepted = accept(descriptor, 0, 0);
    if (accepted < 0) return -errno;
    int failure = cplatform_prepare(accepted);
    if (failure < 0) close(accepted);
    // The options fail if the peer has left in the meantime: then there is no connection.
    return failure < 0 ? -ECONNABORTED : accepted;
#endif
}

static inline long cplatform_receive(int descriptor, void *_Nonnull into, size_t size) {
    ssize_t count = recv(descriptor, into, size, 0);
    return count < 0 ? -(long)errno : (long)count;
}

/// Sends as many bytes as the socket accepts now; never raises SIGPIPE.
static inline long cplatform_send(int descriptor, const void *_Nonnull bytes, size_t size) {
#if defined(MSG_NOSIGNAL)
    ssize_t count = send(descriptor, bytes, size, MSG_NOSIGNAL);
#else
    ssize_t count = send(descriptor, bytes, size, 0);
#endif
    return count < 0 ? -(long)errno : (long)count;
}

static inline int cplatform_shutdown_writing(int descriptor) {
    return shutdown(descriptor, SHUT_WR) < 0 ? -errno : 0;
}

/// Makes the next close discard unsent bytes and send RST.
static inline int cplatform_linger_zero(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) < 0 ? -errno : 0;
}

/// The number of sent bytes that the peer's system has not acknowledged; 0 for a socket that is not of the Internet,
/// whose peer can read every sent byte.
static inline int cplatform_unacknowledged(int descriptor) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) < 0) return 0;
    if (address.ss_family != AF_INET && address.ss_family != AF_INET6) return 0;
    int count = 0;
#if defined(__linux__)
    return ioctl(descriptor, SIOCOUTQ, &count) < 0 ? 0 : count;
#else
    socklen_t length = sizeof count;
    return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) < 0 ? 0 : count;
#endif
}

/// Closes `descriptor`. Must not be repeated after EINTR: the number is already free and may belong to another file.
static inline void cplatform_close(int descriptor) { (void)close(descriptor); }

/// Writes the system's text for an errno to `text`.
static inline void cplatform_error_text(int number, char *_Nonnull text, size_t size) {
    if (size == 0) return;
    text[0] = 0;
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    // The GNU form, which may return a constant instead of filling `text`.
    const char *message = strerror_r(number, text, size);
    if (message != text) {
        strncpy(text, message, size - 1);
        text[size - 1] = 0;
    }
#else
    (void)strerror_r(number, text, size);
#endif
}

#endif
