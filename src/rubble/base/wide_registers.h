// SPDX-License-Identifier: Apache-2.0
#pragma once

// Before a function whose loops are written for the vectoriser: four numbers at a time where the
// processor can, chosen when the program starts. Without fused multiply-add, which stays off, both
// versions give the same bits. Sanitizers do not stand such functions.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define RUBBLE_FOR_WIDE_REGISTERS __attribute__((target_clones("avx2", "default")))
#else
#define RUBBLE_FOR_WIDE_REGISTERS
#endif
