// Sends a request every millisecond, on each of its connections in turn, and prints the worst and the 99th percentile of
// their waits in nanoseconds, and how many it sent: at least REQUESTS, and until its standard input ends. It prints
// "begun" once the caches are warm.
//
//     neighbour PORT PATH REQUESTS CONNECTIONS
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>

#include "client.h"

static char request[512];

/// Sends the request and reads its response, which has a Content-Length and fits the buffer.
static void ask_for_path(int connection) {
    size_t size = strlen(request);
    need(send(connection, request, size, 0) == (ssize_t)size, "send");
    char response[16384];
    size_t length = 0;
    for (;;) {
        ssize_t count = recv(connection, response + length, sizeof response - 1 - length, 0);
        need(count > 0, "recv");
        length += (size_t)count;
        response[length] = 0;
        char *end = strstr(response, "\r\n\r\n");
        if (!end) continue;
        char *field = strcasestr(response, "\r\nContent-Length:");
        need(field != 0 && field < end, "a Content-Length");
        if (length >= (size_t)(end + 4 - response) + strtoul(field + 17, 0, 10)) break;
    }
    need(strncmp(response, "HTTP/1.1 200", 12) == 0, "a status of 200");
}

static int ascending(const void *left, const void *right) {
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

static int input_ended(void) {
    char byte;
    ssize_t count = read(0, &byte, 1);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    size_t wanted = (size_t)atol(arguments[3]), room = wanted, sent = 0;
    int connections = atoi(arguments[4]);
    if (wanted < 10 || connections < 1 || connections > 64) return 64;
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", arguments[2]);
    int connection[64];
    for (int i = 0; i < connections; i++) connection[i] = connect_to(atoi(arguments[1]));
    long long *waits = malloc(room * sizeof *waits);
    need(waits != 0, "malloc");
    for (int i = 0; i < 200; i++) ask_for_path(connection[i % connections]);
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
    puts("begun");
    fflush(stdout);
    long long due = now();
    while (sent < wanted || !input_ended()) {
        due += 1000000;
        // A request that was late delays the next ones; they are not sent faster to catch up.
        if (due < now()) due = now();
        struct timespec time = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, 0);
        if (sent == room) {
            room *= 2;
            waits = realloc(waits, room * sizeof *waits);
            need(waits != 0, "realloc");
        }
        long long start = now();
        ask_for_path(connection[sent % (size_t)connections]);
        waits[sent++] = now() - start;
    }
    qsort(waits, sent, sizeof *waits, ascending);
    printf("%lld %lld %zu\n", waits[sent - 1], waits[sent * 99 / 100], sent);
}
