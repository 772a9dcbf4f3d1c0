# Shared by ./rubble and ./check: installs what is missing and builds. Sourced, not run.
# Everything it says goes to stderr, so that a program's own output stays clean.

say() { printf '%s\n' "$*" >&2; }

# Runs a command quietly; on failure shows what it printed.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# Reads what a build prints and says how far it is: on a terminal in one line that changes, else at each tenth. Silent as
# long as nothing is compiled.
show_progress() {
  local what=$1 line began=$SECONDS done_ all left tenth=0 is_shown=false
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (Building|Linking|Generating) ]] || continue
    done_=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    left=$(((SECONDS - began) * (all - done_) / (done_ > 0 ? done_ : 1)))
    if [ -t 2 ]; then
      printf '\r%s: %d of %d steps, about %d:%02d minutes left ' "$what" "$done_" "$all" $((left / 60)) $((left % 60)) >&2
    elif ! $is_shown; then
      say "$what: $all steps$([ "$all" -gt 80 ] && echo "; a first build takes 10 to 15 minutes on two cores" || true)"
    elif [ $((10 * done_ / all)) -gt "$tenth" ]; then
      say "$what: $done_ of $all steps, about $((left / 60 + 1)) minutes left"
    fi
    is_shown=true
    tenth=$((10 * done_ / all))
  done
  if $is_shown && [ -t 2 ]; then printf '\n' >&2; fi
}

# install_packages build|check: installs the Debian packages of tools/packages.txt that are missing.
install_packages() {
  [ "${RUBBLE_PACKAGES:-}" = mine ] && return 0
  local wanted=() missing=() package purpose instead
  while read -r package purpose instead; do
    case "$package" in '' | '#'*) continue ;; esac
    if [ -n "$instead" ] && command -v "$instead" >/dev/null 2>&1; then continue; fi
    if [ "$purpose" = build ] || [ "$1" = check ]; then wanted+=("$package"); fi
  done <"$root/tools/packages.txt"
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    say "Rubble gets what it needs with apt, from Debian 12 or a system made of it; this system has no apt."
    say "What it needs, by Debian's names: ${wanted[*]}"
    say "Once it is all there, start again with RUBBLE_PACKAGES=mine in the environment, and nothing is installed."
    exit 1
  fi
  for package in "${wanted[@]}"; do
    dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1; then
      as_root=(sudo)
    else
      say "Rubble needs Debian packages that are not installed, and you are neither root nor is there sudo."
      say "Please ask somebody to run this once, then start again:"
      say "  apt-get install --no-install-recommends ${missing[*]}"
      exit 1
    fi
  fi
  say "Installing ${#missing[@]} Debian packages, which takes a few minutes: ${missing[*]}"
  quietly "${as_root[@]}" apt-get update || { say "The list of packages could not be fetched; is there a network?"; exit 1; }
  quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" ||
    { say "The packages above could not be installed."; exit 1; }
}

# build_preset PRESET TARGET...: configures where needed and builds; says so only when there is work. One at a time: who comes
# second waits, and says so if it takes longer than a look at what is to be built.
build_preset() {
  mkdir -p "$root/build"
  (
    flock -w 3 9 || { say "Somebody else is building Rubble here; waiting for that."; flock 9; }
    build_alone "$@"
  ) 9>"$root/build/.lock" || exit 1
}

build_alone() {
  local preset=$1 folder="$root/build/$1"
  shift
  local targets=() target log
  for target in "$@"; do targets+=(--target "$target"); done
  # A folder that was copied or moved would build where it came from.
  if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    say "build/$preset was made for another folder; building it anew."
    rm -rf "$folder"
  fi
  if [ ! -f "$folder/build.ninja" ]; then
    say "Configuring Rubble ($preset)"
    (cd "$root" && quietly cmake --preset "$preset" 9>&-) || { say "Configuring failed; see above."; exit 1; }
  fi
  log=$(mktemp)
  if ! { cmake --build "$folder" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "${targets[@]}" 2>&1 9>&- |
    tee "$log" | show_progress "Building Rubble ($preset)"; }; then
    grep -v '^\[[0-9]*/[0-9]*\]' "$log" >&2
    rm -f "$log"
    say "Building failed; see above."
    exit 1
  fi
  rm -f "$log"
}
