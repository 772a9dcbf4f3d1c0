#!/usr/bin/env bash
# Every source file is as clang-format would write it.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror
echo "all files are formatted"
