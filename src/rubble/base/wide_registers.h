// SPDX-License-Identifier: Apache-2.0
#pragma once

// Attribute for functions whose loops the compiler vectorises. An AVX2 version with four doubles a
// register is compiled too and chosen at program start by CPU. Both versions give the same bits,
// because fused multiply-add stays off. Disabled under sanitizers, which do not support it.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define RUBBLE_FOR_WIDE_REGISTERS __attribute__((target_clones("avx2", "default")))
#else
#define RUBBLE_FOR_WIDE_REGISTERS
#endif
