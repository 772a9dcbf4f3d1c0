#!/usr/bin/env bash
# usage: refused_flags_test.sh COMPILER
# Flags under which the same source would give other bits do not compile; src/rubble/base/same_bits.h refuses them.
set -euo pipefail
compiler=$1
header=$(cd "$(dirname "$0")/.." && pwd)/src/rubble/base/same_bits.h
compiles() { echo 'int main() {}' | "$compiler" -std=c++20 -O2 -fsyntax-only -x c++ -include "$header" "$@" - 2>/dev/null; }

compiles -ffp-contract=off -fno-math-errno -fno-trapping-math || { echo "the flags of the project itself are refused"; exit 1; }
refused=(-ffast-math -Ofast -ffinite-math-only -mfma -mavx -mavx2 -msse3 -march=haswell -march=x86-64-v3)
# Clang has no macro that tells of these.
if ! "$compiler" --version | grep -q clang; then
  refused+=(-funsafe-math-optimizations -freciprocal-math -fno-signed-zeros -mfpmath=387)
fi
for flag in "${refused[@]}"; do
  if compiles "$flag"; then
    echo "$flag is not refused"
    exit 1
  fi
done
echo "${#refused[@]} flags are refused"
