#ifndef CPLATFORM_TEST_FRAMEWORKS_H
#define CPLATFORM_TEST_FRAMEWORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a process of tests links that others don't: a library can't import a test framework, because the command would
// then need it. Each function does nothing where its module is not linked.

#if defined(__APPLE__)
// The linker there wants a definition of each symbol; a test bundle exports its own.
#include <dlfcn.h>
#else
__attribute__((weak)) bool mockserver_record_issue(const char *_Nonnull text);
__attribute__((weak)) void mockserver_record_failure(const char *_Nonnull text, int64_t test);
__attribute__((weak)) int64_t mockserver_current_xctest(void);
#endif

/// Fails the Swift Testing test of this task; false if there is none. `MockServerTesting` defines it.
static inline bool cplatform_record_issue(const char *_Nonnull text) {
    bool (*record)(const char *_Nonnull) = NULL;
#if defined(__APPLE__)
    record = (bool (*)(const char *_Nonnull))dlsym(RTLD_DEFAULT, "mockserver_record_issue");
#else
    record = mockserver_record_issue;
#endif
    return record && record(text);
}

/// Fails the XCTest that runs if it is still the one that `cplatform_current_xctest` told. `MockServerXCTest` defines it.
static inline void cplatform_record_failure(const char *_Nonnull text, int64_t test) {
    void (*record)(const char *_Nonnull, int64_t) = NULL;
#if defined(__APPLE__)
    record = (void (*)(const char *_Nonnull, int64_t))dlsym(RTLD_DEFAULT, "mockserver_record_failure");
#else
    record = mockserver_record_failure;
#endif
    if (record) record(text, test);
}

/// A number of the XCTest that runs, which no later one has; 0 where `MockServerXCTest` is not linked.
static inline int64_t cplatform_current_xctest(void) {
    int64_t (*current)(void) = NULL;
#if defined(__APPLE__)
    current = (int64_t (*)(void))dlsym(RTLD_DEFAULT, "mockserver_current_xctest");
#else
    current = mockserver_current_xctest;
#endif
    return current ? current() : 0;
}

#endif
