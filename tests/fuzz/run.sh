#!/usr/bin/env bash
# Builds a fuzz target with what it needs and runs it. A finding is kept under build/fuzz and fails.
#   tests/fuzz/run.sh parse 30      the parser for 30 s
#   tests/fuzz/run.sh parse 30 1    with inputs drawn by this seed: a finding does not come and go
#   tests/fuzz/run.sh session 600   whole sessions in a running world
#   tests/fuzz/run.sh map 300       a reader of files: robot_log, trajectory, graph, constraints, map
#   tests/fuzz/run.sh truth_request 60   what the page that verifies constraints may send
#   tests/fuzz/run.sh build parse map    only builds some, so that they may run side by side
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
source "$root/tools/setup.sh"
if [ "${1:-}" = build ]; then
  shift
  build_preset fuzz "${@/%/_fuzzer}"
  exit
fi
fuzzer=${1:?parse, session, robot_log, trajectory, graph, constraints, map or truth_request} seconds=${2:?seconds} seed=${3:-0}
case "$fuzzer" in
  parse | session) seeds=usarsim words=usarsim ;;
  *) seeds=$fuzzer words=mapping ;;
esac

mkdir -p "$root/build"
exec 9>"$root/build/fuzz.lock"
flock 9  # several may be started at once
build_preset fuzz "${fuzzer}_fuzzer"
flock -u 9
# What it finds on the way, and the files it reads; in memory where that can be. The seeds stay as they are.
fresh=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$fresh"' EXIT
mkdir "$fresh/found" "$fresh/files"
cd "$root/build/fuzz"
TMPDIR="$fresh/files" tests/fuzz/"${fuzzer}_fuzzer" -max_total_time="$seconds" -seed="$seed" -rss_limit_mb=2048 -malloc_limit_mb=512 \
  -timeout=20 -max_len=4096 -dict="$root/tests/fuzz/$words.dict" -print_final_stats=1 -verbosity=1 \
  -artifact_prefix="$root/build/fuzz/${fuzzer}-" "$fresh/found" "$root/tests/fuzz/corpus/$seeds" 2>&1 |
  grep -v -e ' REDUCE ' -e ' NEW ' -e '# Uses:'
