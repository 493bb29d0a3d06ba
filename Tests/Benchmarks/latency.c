// Prints how many nanoseconds each of a number of requests took, one after the other on one connection: the median and
// the 99th percentile.
//
//     latency PORT REQUESTS
#define _GNU_SOURCE
#include "client.h"

static int ascending(const void *left, const void *right) {
    long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    int connection = connect_to(atoi(arguments[1]));
    size_t requests = (size_t)atol(arguments[2]);
    if (requests < 100) return 64;
    long long *times = malloc(requests * sizeof *times);
    need(times != 0, "malloc");
    // The first requests bring everything into the caches.
    for (size_t i = 0; i < 200; i++) ask(connection);
    for (size_t i = 0; i < requests; i++) {
        long long start = now();
        ask(connection);
        times[i] = now() - start;
    }
    qsort(times, requests, sizeof *times, ascending);
    printf("%lld %lld\n", times[requests / 2], times[requests * 99 / 100]);
}
