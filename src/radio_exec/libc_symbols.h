// SPDX-License-Identifier: Apache-2.0
// Access to the C library's functions that this library interposes.
#pragma once

#include <dlfcn.h>

#include <atomic>

// A function exported to the program in place of the C library's.
#define RUBBLE_INTERPOSED extern "C" __attribute__((visibility("default")))

// RUBBLE_LIBC(connect)(socket, address, size): the C library's function. The lookup holds
// no lock, so the program may fork at any time.
#define RUBBLE_LIBC(name)                                                \
  ([]() -> decltype(&::name) {                                           \
    static std::atomic<void*> found = nullptr;                           \
    void* function = found.load(std::memory_order_relaxed);              \
    if (function == nullptr) found = function = dlsym(RTLD_NEXT, #name); \
    return reinterpret_cast<decltype(&::name)>(function);                \
  }())
