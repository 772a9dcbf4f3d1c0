#!/usr/bin/env bash
# Every source file is as clang-format would write it.
set -euo pipefail
cd "$(dirname "$0")/.."
files=$(git ls-files '*.h' '*.cpp')
count=$(grep -c . <<<"$files" || true)
if [ "$count" -lt 500 ]; then
  echo "git names only $count source files here; expected all of the project, more than 500"
  exit 1
fi
xargs clang-format --dry-run -Werror <<<"$files"
echo "all $count files are formatted"
