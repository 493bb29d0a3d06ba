#ifndef CPLATFORM_PROCESS_H
#define CPLATFORM_PROCESS_H

#include <stdint.h>

// Facts about this process. Each function returns -1 where the system does not tell.

#if defined(__linux__)
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Reads the first bytes of a file, and ends them with 0. Returns whether there were any.
static inline int cplatform_read_start(const char *_Nonnull path, char *_Nonnull into, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, into, size - 1);
    close(file);
    into[count > 0 ? count : 0] = 0;
    return count > 0;
}

/// The resident memory in bytes.
static inline int64_t cplatform_resident_bytes(void) {
    char text[256];
    long long pages;
    if (!cplatform_read_start("/proc/self/statm", text, sizeof text)) return -1;
    return sscanf(text, "%*s %lld", &pages) == 1 ? (int64_t)pages * sysconf(_SC_PAGESIZE) : -1;
}

/// The number of open descriptors.
static inline int64_t cplatform_open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return -1;
    int64_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    // One of them was the folder's.
    return count - 1;
}

/// When the process started, in seconds since 1970.
static inline double cplatform_process_start(void) {
    char text[4096];
    unsigned long long ticks, boot;
    if (!cplatform_read_start("/proc/self/stat", text, sizeof text)) return -1;
    // The name of the program, in parentheses, may contain anything.
    char *rest = strrchr(text, ')');
    if (!rest) return -1;
    if (sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &ticks) != 1)
        return -1;
    FILE *file = fopen("/proc/stat", "re");
    if (!file) return -1;
    int found = 0;
    while (!found && fgets(text, sizeof text, file)) found = sscanf(text, "btime %llu", &boot) == 1;
    fclose(file);
    return found ? (double)boot + (double)ticks / (double)sysconf(_SC_CLK_TCK) : -1;
}

#elif defined(__APPLE__)
#include <mach/mach.h>

static inline int64_t cplatform_resident_bytes(void) {
    struct mach_task_basic_info info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    kern_return_t result = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
    return result == KERN_SUCCESS ? (int64_t)info.resident_size : -1;
}

static inline int64_t cplatform_open_descriptors(void) { return -1; }

static inline double cplatform_process_start(void) { return -1; }

#else

static inline int64_t cplatform_resident_bytes(void) { return -1; }

static inline int64_t cplatform_open_descriptors(void) { return -1; }

static inline double cplatform_process_start(void) { return -1; }

#endif
/// Makes this process the parent of its descendants whose own parents end. Returns whether the system can.
int cplatform_adopt_orphans(void);

/// Sends a signal to each child of this process, 0 for none. Returns their number, with those that nobody has waited for;
/// 0 where the system does not tell.
int cplatform_signal_children(int number);

#endif
