// The client with blocking calls and the clock that all measuring programs share.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// Ends the program with the name of what failed, unless `holds`.
static inline void need(int holds, const char *what) {
    if (holds) return;
    perror(what);
    exit(1);
}

/// Nanoseconds of a monotonic clock.
static inline long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static inline int connect_to(int port) {
    struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    need(connect(connection, (struct sockaddr *)&name, sizeof name) == 0, "connect");
    int one = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

/// Sends one request and reads its response, whose only `}` is its last byte.
static inline void ask(int connection) {
    static const char request[] = "GET /bench HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n";
    need(send(connection, request, sizeof request - 1, 0) == sizeof request - 1, "send");
    char response[4096];
    size_t length = 0;
    do {
        ssize_t count = recv(connection, response + length, sizeof response - length, 0);
        need(count > 0, "recv");
        length += (size_t)count;
    } while (response[length - 1] != '}');
    need(strncmp(response, "HTTP/1.1 200", 12) == 0, "a status of 200");
}
