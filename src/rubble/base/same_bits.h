// SPDX-License-Identifier: Apache-2.0
// Included by the compiler before every file (cmake/RubbleToolchain.cmake): what must hold so that
// the same source gives the same bits everywhere. See docs/decisions/0010-same-bits.md.
#pragma once

#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ + 0 || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error \
    "Rubble gives the same bits everywhere: build it without -ffast-math, -Ofast and their parts."
#endif

#if __FLT_EVAL_METHOD__ != 0
#error \
    "Rubble gives the same bits everywhere: float and double must not be computed in wider registers."
#endif

// Eigen uses what the compiler is told the CPU has: fused multiply-add, and wider registers whose
// sums come in another order.
#if defined(__SSE3__) || defined(__AVX__) || defined(__FMA__)
#error \
    "Rubble gives the same bits everywhere: build it for plain x86-64, without -march=native, -mavx or -mfma."
#endif

// libstdc++ implements std::sin(float), std::exp(int) and their like by builtins, which GCC
// computes itself where it sees the arguments, rounded otherwise than by the function that is
// called where it does not. The names of cmake/math_functions.txt; those without a builtin need no
// line. NOLINTBEGIN(bugprone-*): these names are the point.
namespace rubble {
constexpr double not_a_constant(bool is_known) { return is_known ? 0.0 : throw is_known; }
}  // namespace rubble
#define RUBBLE_WHEN_RUN(type, call) \
  (__builtin_is_constant_evaluated() ? static_cast<type>(::rubble::not_a_constant(false)) : call)
#define __builtin_acos(...) RUBBLE_WHEN_RUN(double, ::acos(__VA_ARGS__))
#define __builtin_acosf(...) RUBBLE_WHEN_RUN(float, ::acosf(__VA_ARGS__))
#define __builtin_acosh(...) RUBBLE_WHEN_RUN(double, ::acosh(__VA_ARGS__))
#define __builtin_acoshf(...) RUBBLE_WHEN_RUN(float, ::acoshf(__VA_ARGS__))
#define __builtin_asin(...) RUBBLE_WHEN_RUN(double, ::asin(__VA_ARGS__))
#define __builtin_asinf(...) RUBBLE_WHEN_RUN(float, ::asinf(__VA_ARGS__))
#define __builtin_asinh(...) RUBBLE_WHEN_RUN(double, ::asinh(__VA_ARGS__))
#define __builtin_asinhf(...) RUBBLE_WHEN_RUN(float, ::asinhf(__VA_ARGS__))
#define __builtin_atan(...) RUBBLE_WHEN_RUN(double, ::atan(__VA_ARGS__))
#define __builtin_atanf(...) RUBBLE_WHEN_RUN(float, ::atanf(__VA_ARGS__))
#define __builtin_atan2(...) RUBBLE_WHEN_RUN(double, ::atan2(__VA_ARGS__))
#define __builtin_atan2f(...) RUBBLE_WHEN_RUN(float, ::atan2f(__VA_ARGS__))
#define __builtin_atanh(...) RUBBLE_WHEN_RUN(double, ::atanh(__VA_ARGS__))
#define __builtin_atanhf(...) RUBBLE_WHEN_RUN(float, ::atanhf(__VA_ARGS__))
#define __builtin_cbrt(...) RUBBLE_WHEN_RUN(double, ::cbrt(__VA_ARGS__))
#define __builtin_cbrtf(...) RUBBLE_WHEN_RUN(float, ::cbrtf(__VA_ARGS__))
#define __builtin_cos(...) RUBBLE_WHEN_RUN(double, ::cos(__VA_ARGS__))
#define __builtin_cosf(...) RUBBLE_WHEN_RUN(float, ::cosf(__VA_ARGS__))
#define __builtin_cosh(...) RUBBLE_WHEN_RUN(double, ::cosh(__VA_ARGS__))
#define __builtin_coshf(...) RUBBLE_WHEN_RUN(float, ::coshf(__VA_ARGS__))
#define __builtin_erf(...) RUBBLE_WHEN_RUN(double, ::erf(__VA_ARGS__))
#define __builtin_erff(...) RUBBLE_WHEN_RUN(float, ::erff(__VA_ARGS__))
#define __builtin_erfc(...) RUBBLE_WHEN_RUN(double, ::erfc(__VA_ARGS__))
#define __builtin_erfcf(...) RUBBLE_WHEN_RUN(float, ::erfcf(__VA_ARGS__))
#define __builtin_exp(...) RUBBLE_WHEN_RUN(double, ::exp(__VA_ARGS__))
#define __builtin_expf(...) RUBBLE_WHEN_RUN(float, ::expf(__VA_ARGS__))
#define __builtin_exp2(...) RUBBLE_WHEN_RUN(double, ::exp2(__VA_ARGS__))
#define __builtin_exp2f(...) RUBBLE_WHEN_RUN(float, ::exp2f(__VA_ARGS__))
#define __builtin_expm1(...) RUBBLE_WHEN_RUN(double, ::expm1(__VA_ARGS__))
#define __builtin_expm1f(...) RUBBLE_WHEN_RUN(float, ::expm1f(__VA_ARGS__))
#define __builtin_hypot(...) RUBBLE_WHEN_RUN(double, ::hypot(__VA_ARGS__))
#define __builtin_hypotf(...) RUBBLE_WHEN_RUN(float, ::hypotf(__VA_ARGS__))
#define __builtin_lgamma(...) RUBBLE_WHEN_RUN(double, ::lgamma(__VA_ARGS__))
#define __builtin_lgammaf(...) RUBBLE_WHEN_RUN(float, ::lgammaf(__VA_ARGS__))
#define __builtin_log(...) RUBBLE_WHEN_RUN(double, ::log(__VA_ARGS__))
#define __builtin_logf(...) RUBBLE_WHEN_RUN(float, ::logf(__VA_ARGS__))
#define __builtin_log10(...) RUBBLE_WHEN_RUN(double, ::log10(__VA_ARGS__))
#define __builtin_log10f(...) RUBBLE_WHEN_RUN(float, ::log10f(__VA_ARGS__))
#define __builtin_log1p(...) RUBBLE_WHEN_RUN(double, ::log1p(__VA_ARGS__))
#define __builtin_log1pf(...) RUBBLE_WHEN_RUN(float, ::log1pf(__VA_ARGS__))
#define __builtin_log2(...) RUBBLE_WHEN_RUN(double, ::log2(__VA_ARGS__))
#define __builtin_log2f(...) RUBBLE_WHEN_RUN(float, ::log2f(__VA_ARGS__))
#define __builtin_pow(...) RUBBLE_WHEN_RUN(double, ::pow(__VA_ARGS__))
#define __builtin_powf(...) RUBBLE_WHEN_RUN(float, ::powf(__VA_ARGS__))
#define __builtin_sin(...) RUBBLE_WHEN_RUN(double, ::sin(__VA_ARGS__))
#define __builtin_sinf(...) RUBBLE_WHEN_RUN(float, ::sinf(__VA_ARGS__))
#define __builtin_sinh(...) RUBBLE_WHEN_RUN(double, ::sinh(__VA_ARGS__))
#define __builtin_sinhf(...) RUBBLE_WHEN_RUN(float, ::sinhf(__VA_ARGS__))
#define __builtin_tan(...) RUBBLE_WHEN_RUN(double, ::tan(__VA_ARGS__))
#define __builtin_tanh(...) RUBBLE_WHEN_RUN(double, ::tanh(__VA_ARGS__))
#define __builtin_tanhf(...) RUBBLE_WHEN_RUN(float, ::tanhf(__VA_ARGS__))
#define __builtin_tgamma(...) RUBBLE_WHEN_RUN(double, ::tgamma(__VA_ARGS__))
#define __builtin_tgammaf(...) RUBBLE_WHEN_RUN(float, ::tgammaf(__VA_ARGS__))
#define __builtin_tanf(...) RUBBLE_WHEN_RUN(float, ::tanf(__VA_ARGS__))  // NOLINTEND(bugprone-*)
