#!/usr/bin/env bash
# Builds a fuzz target with what it needs and runs it. A finding is kept under build/fuzz and fails.
#   tests/fuzz/run.sh parse 30      the parser for 30 s
#   tests/fuzz/run.sh session 600   whole sessions in a running world
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
source "$root/tools/setup.sh"
fuzzer=${1:?parse or session} seconds=${2:?seconds}

build_preset fuzz "${fuzzer}_fuzzer"
fresh=$(mktemp -d)  # what it finds on the way; the seeds stay as they are
trap 'rm -rf "$fresh"' EXIT
cd "$root/build/fuzz"
tests/fuzz/"${fuzzer}_fuzzer" -max_total_time="$seconds" -rss_limit_mb=2048 -malloc_limit_mb=512 -timeout=20 \
  -max_len=4096 -dict="$root/tests/fuzz/usarsim.dict" -print_final_stats=1 -verbosity=1 \
  -artifact_prefix="$root/build/fuzz/${fuzzer}-" "$fresh" "$root/tests/fuzz/corpus" 2>&1 | grep -v -e ' REDUCE ' -e ' NEW ' -e '# Uses:'
