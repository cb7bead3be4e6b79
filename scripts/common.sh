# Shared by run, check, scripts/format and scripts/lint. Set `root` first; messages go to file descriptor 3.

jobs=${JOURDAIN_JOBS:-$(nproc)}
logs=$root/build/logs
mkdir -p "$logs"

# The compiler cache lives in the build folder, so that a home folder is not needed.
export CCACHE_DIR=${CCACHE_DIR:-$root/build/ccache}
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-2G}
# Precompiled headers are cached by what they hold, not by when they were made.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
unset MAKEFLAGS CMAKE_GENERATOR

# Copies lines of the form "[3/80] ..." or "3/80 Test ..." as a running counter onto the terminal; drops the rest.
show_progress() {
  local title=$1 line
  while IFS= read -r line; do
    if [[ -t 3 && $line =~ ^[[:space:]]*\[?([0-9]+/[0-9]+) ]]; then
      printf '\r\033[K%s [%s]' "$title" "${BASH_REMATCH[1]}" >&3
    fi
  done
  [[ ! -t 3 ]] || printf '\r\033[K' >&3
}

# quietly TITLE COMMAND...: runs the command with its output in a log; shows the log if the command fails.
quietly() {
  local title=$1 log start=$SECONDS status=0
  shift
  log=$logs/${title//[^a-zA-Z0-9]/-}.log
  if [[ -t 3 ]]; then printf '%s ...' "$title" >&3; fi
  "$@" </dev/null 2>&1 | tee "$log" | show_progress "$title" || status=$?
  if ((status == 0)); then
    printf '%-44s ok, %d s\n' "$title" $((SECONDS - start)) >&3
    return 0
  fi
  cat "$log" >&3
  printf '%-44s FAILED, exit status %d, log: %s\n' "$title" "$status" "${log#"$root"/}" >&3
  return "$status"
}

# is_configured PRESET: whether there is a build tree of this folder; one that came from another folder does not count.
is_configured() { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt" 2>/dev/null; }

# configure PRESET [OPTION...]
configure() {
  local preset=$1 fresh=()
  shift
  if [[ -f $root/build/$preset/CMakeCache.txt ]] && ! is_configured "$preset"; then fresh=(--fresh); fi
  (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@")
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  (cd "$root" && cmake --build --preset "$preset" -j "$jobs" ${1+--target "$@"})
}

configure_and_build() { configure "$1" && build "$@"; }

# The C++ files of the repository, one per line; with git only those that are not ignored.
cpp_files() {
  cd "$root"
  git -c safe.directory="$root" ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' 2>/dev/null |
    while IFS= read -r file; do if [[ -f $file ]]; then echo "$file"; fi; done | sort -u | grep . ||
    find apps bench fuzz include src tests -name '*.[ch]pp' 2>/dev/null | sort
}
