// SPDX-License-Identifier: Apache-2.0
// The C library's functions that this library stands in for.
#pragma once

#include <dlfcn.h>

#include <atomic>

// Seen by the program that the library is loaded into.
#define RUBBLE_STANDS_IN extern "C" __attribute__((visibility("default")))

// RUBBLE_REAL(connect)(socket, address, size): the function that would have been called without
// this library. No lock is held while it is looked up, so that a fork may come at any time.
#define RUBBLE_REAL(name)                                                \
  ([]() -> decltype(&::name) {                                           \
    static std::atomic<void*> found = nullptr;                           \
    void* function = found.load(std::memory_order_relaxed);              \
    if (function == nullptr) found = function = dlsym(RTLD_NEXT, #name); \
    return reinterpret_cast<decltype(&::name)>(function);                \
  }())
