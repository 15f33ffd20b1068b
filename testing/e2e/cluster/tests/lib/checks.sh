# Tests: each is a function, run by `check`, that ends at its first failing command.

# Longer than any step of the tests takes on a machine that is ten times slower than usual.
patience=300s

passed=0
failed=0

# check WHAT FUNCTION: runs the function and prints its output if it fails.
check() {
  local what=$1 output began=$SECONDS status=0
  shift
  # Not as a condition, since bash would then continue after a failing command inside.
  set +e
  output=$(set -eo pipefail; "$@" 2>&1)
  status=$?
  set -e
  if [ $status = 0 ]; then
    passed=$((passed + 1))
    printf 'ok     %s (%s s)\n' "$what" $((SECONDS - began))
  else
    failed=$((failed + 1))
    printf 'FAILED %s (%s s)\n%s\n' "$what" $((SECONDS - began)) "$(sed 's/^/       /' <<<"$output")"
  fi
}

# expect WHAT TEXT COMMAND...: the command succeeds and its output contains the text.
expect() {
  local what=$1 text=$2 output
  shift 2
  output=$("$@") || { echo "$what: $* failed: $output"; return 1; }
  [[ $output == *"$text"* ]] || { echo "$what: $* printed: $output"; return 1; }
}

# refused TEXT COMMAND...: the command fails and its output contains the text.
refused() {
  local text=$1 output
  shift
  ! output=$("$@" 2>&1) || { echo "not refused: $*: $output"; return 1; }
  [[ $output == *"$text"* ]] || { echo "refused for another reason: $*: $output"; return 1; }
}

# eventually COMMAND...: the command succeeds within the time limit.
eventually() {
  local deadline=$((SECONDS + ${patience%s})) output
  until output=$("$@" 2>&1); do
    [ $SECONDS -lt $deadline ] || { echo "never: $*: $output"; return 1; }
    sleep 0.1
  done
}

# scripts/test reads the last line.
say_result() {
  printf 'test result: %s passed, %s failed\n' $passed $failed
  [ $failed = 0 ]
}
