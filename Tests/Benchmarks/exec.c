// Prints one line per round: for each program, the nanoseconds from its exec to its first response.
//
//     exec ROUNDS PROGRAM ARGUMENT ... [-- PROGRAM ARGUMENT ...] ...
//
// The first line that a program prints contains `http://127.0.0.1:PORT`.
#define _GNU_SOURCE
#include "client.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

/// The port in the first line that the program prints.
static int read_port(int output) {
    char line[512];
    size_t length = 0;
    for (;;) {
        ssize_t count = read(output, line + length, sizeof line - 1 - length);
        need(count > 0, "the first line of the program");
        length += (size_t)count;
        line[length] = 0;
        if (!memchr(line, '\n', length)) continue;
        char *port = strstr(line, "127.0.0.1:");
        need(port != 0, "a URL in the first line");
        return atoi(port + strlen("127.0.0.1:"));
    }
}

static long long measure(char **program) {
    int output[2];
    need(pipe2(output, O_CLOEXEC) == 0, "pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    pid_t child;
    long long start = now();
    need(posix_spawn(&child, program[0], &actions, 0, program, environ) == 0, program[0]);
    close(output[1]);
    int connection = connect_to(read_port(output[0]));
    ask(connection);
    close(connection);
    long long time = now() - start;
    kill(child, SIGKILL);
    waitpid(child, 0, 0);
    close(output[0]);
    posix_spawn_file_actions_destroy(&actions);
    return time;
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    char **programs[16] = {arguments + 2};
    int size = 1;
    for (char **word = arguments + 2; *word; word++) {
        if (strcmp(*word, "--") != 0 || size == 16) continue;
        *word = 0;
        programs[size++] = word + 1;
    }
    // The first rounds load the files into the page cache.
    for (int round = -5, rounds = atoi(arguments[1]); round < rounds; round++) {
        for (int i = 0; i < size; i++) {
            long long time = measure(programs[i]);
            if (round >= 0) printf("%lld%c", time, i + 1 < size ? ' ' : '\n');
        }
    }
}
