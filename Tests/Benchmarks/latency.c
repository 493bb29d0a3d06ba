// Sends requests one after the other on one connection, and prints the median and the 99th percentile of their times in
// nanoseconds. PAUSE is the time in milliseconds before each request.
//
//     latency PORT REQUESTS [PAUSE]
#define _GNU_SOURCE
#include "client.h"

static int ascending(const void *left, const void *right) {
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    if (count != 3 && count != 4) return 64;
    int connection = connect_to(atoi(arguments[1]));
    size_t requests = (size_t)atol(arguments[2]);
    useconds_t pause = count == 4 ? (useconds_t)atol(arguments[3]) * 1000 : 0;
    if (requests < 10) return 64;
    long long *times = malloc(requests * sizeof *times);
    need(times != 0, "malloc");
    // The first requests fill the caches.
    for (size_t i = 0; i < 200; i++) ask(connection);
    for (size_t i = 0; i < requests; i++) {
        if (pause > 0) usleep(pause);
        long long start = now();
        ask(connection);
        times[i] = now() - start;
    }
    qsort(times, requests, sizeof *times, ascending);
    printf("%lld %lld\n", times[requests / 2], times[requests * 99 / 100]);
}
