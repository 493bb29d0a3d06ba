// Prints one line per round: the nanoseconds that libyaml needs to parse a file into events. That is the least that
// loading a scenario can cost.
//
//     read_yaml FILE ROUNDS
#define _GNU_SOURCE
#include "client.h"
#include <yaml.h>

static void read_file(const char *path) {
    FILE *file = fopen(path, "r");
    need(file != 0, path);
    yaml_parser_t parser;
    need(yaml_parser_initialize(&parser), "a parser");
    yaml_parser_set_input_file(&parser, file);
    for (int ended = 0; !ended;) {
        yaml_event_t event;
        need(yaml_parser_parse(&parser, &event), "YAML");
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    fclose(file);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    for (int round = 0, rounds = atoi(arguments[2]); round < rounds; round++) {
        long long start = now();
        read_file(arguments[1]);
        printf("%lld\n", now() - start);
    }
}
