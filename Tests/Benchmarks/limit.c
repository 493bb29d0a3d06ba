// The smallest possible server: an epoll loop on one thread that sends one fixed response to whatever it receives.
// Prints `http://127.0.0.1:PORT` as soon as clients can connect.
//
//     limit BODY [close]    the file is the body; with `close` each response ends its connection
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char response[4096];
static size_t response_size;

/// Makes the response, whose body is the file at `path`.
static void make_response(const char *path, int closes) {
    char body[2048];
    FILE *file = fopen(path, "r");
    if (!file) exit(66);
    size_t size = fread(body, 1, sizeof body, file);
    fclose(file);
    int head = snprintf(response, sizeof response,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                        "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n%s\r\n",
                        size, closes ? "Connection: close\r\n" : "");
    memcpy(response + head, body, size);
    response_size = (size_t)head + size;
}

int main(int count, char **arguments) {
    int closes = count == 3 && strcmp(arguments[2], "close") == 0;
    if (count != 2 + closes) return 64;
    make_response(arguments[1], closes);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int one = 1;
    setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    if (bind(listener, (struct sockaddr *)&name, length) < 0 || listen(listener, 1024) < 0 ||
        getsockname(listener, (struct sockaddr *)&name, &length) < 0)
        return 69;
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    printf("http://127.0.0.1:%d\n", ntohs(name.sin_port));
    fflush(stdout);
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == listener) {
                int connection = accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
                if (connection < 0) continue;
                event = (struct epoll_event){.events = EPOLLIN, .data.fd = connection};
                epoll_ctl(epoll, EPOLL_CTL_ADD, connection, &event);
                continue;
            }
            char request[4096];
            if (recv(descriptor, request, sizeof request, 0) <= 0 ||
                send(descriptor, response, response_size, MSG_NOSIGNAL) < 0 || closes)
                close(descriptor);
        }
    }
}
