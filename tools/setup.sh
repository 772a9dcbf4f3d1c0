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

# install_packages build|check: installs the Debian packages of tools/packages.txt that are missing.
install_packages() {
  local wanted=() missing=() package purpose instead
  while read -r package purpose instead; do
    case "$package" in '' | '#'*) continue ;; esac
    if [ -n "$instead" ] && command -v "$instead" >/dev/null 2>&1; then continue; fi
    if [ "$purpose" = build ] || [ "$1" = check ]; then wanted+=("$package"); fi
  done <"$root/tools/packages.txt"
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
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  quietly "${as_root[@]}" apt-get update || { say "The list of packages could not be fetched; is there a network?"; exit 1; }
  quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" ||
    { say "The packages above could not be installed."; exit 1; }
}

# build_preset PRESET TARGET...: configures where needed and builds; says so only when there is work.
build_preset() {
  local preset=$1 folder="$root/build/$1"
  shift
  local targets=()
  for target in "$@"; do targets+=(--target "$target"); done
  # A folder that was copied or moved would build where it came from.
  if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    say "build/$preset was made for another folder; building it anew."
    rm -rf "$folder"
  fi
  if [ ! -f "$folder/build.ninja" ]; then
    (cd "$root" && quietly cmake --preset "$preset") || { say "Configuring failed; see above."; exit 1; }
  fi
  # Looking for new files is listed as work each time; only compiling and linking takes long.
  if ninja -C "$folder" -n "$@" 2>/dev/null | grep -q '\] \(Building\|Linking\)'; then
    say "Building Rubble ($preset); the first time takes some minutes."
  fi
  quietly cmake --build "$folder" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "${targets[@]}" || { say "Building failed; see above."; exit 1; }
}
