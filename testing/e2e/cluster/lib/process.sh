# Background programs: started, awaited and stopped by their stored pid.

# started PID: prints the start time of the process, in clock ticks since boot. Together with the pid, it identifies a process
# uniquely, while a pid alone may have been reused. The field is counted from the program's name, which may contain spaces.
started() {
  local line fields
  line=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  read -ra fields <<<"${line##*) }"
  echo "${fields[19]}"
}

# start NAME COMMAND...: runs the command in the background. The process writes its own pid before it executes the program, and
# holds the lock on the folder until then, so `down` finds everything that runs, whenever the caller is killed.
start() {
  local name=$1
  shift
  mkdir -p "$pids" "$logs"
  rm -f "$pids/$name"
  setsid bash -c "$(declare -f started)"'
    pid_file=$0
    echo "$$ $(started $$)" > "$pid_file.new" &&
    mv "$pid_file.new" "$pid_file" &&
    exec "$@" 9<&-' "$pids/$name" "$@" </dev/null >"$logs/$name.log" 2>&1 &
  disown
  until [ -e "$pids/$name" ]; do sleep 0.01; done
}

# pid_of NAME: prints the pid while the program runs.
pid_of() {
  local pid began
  read -r pid began 2>/dev/null <"$pids/$1" || return 1
  [ "$(started "$pid")" = "$began" ] && [ "$(process_state "$pid")" != Z ] && echo "$pid"
}

process_state() {
  local line
  line=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
  line=${line##*) }
  echo "${line%% *}"
}

running() { pid_of "$1" >/dev/null; }

# stop NAME: kills the program, since none of its state is needed later.
stop() {
  local pid
  while pid=$(pid_of "$1"); do
    kill -KILL "$pid" 2>/dev/null || true
    sleep 0.01
  done
  rm -f "$pids/$1"
}

# wait_for NAME COMMAND...: waits until the command succeeds. Fails with the end of the program's log if the program exits before
# that or the command takes too long.
wait_for() {
  local name=$1 deadline=$((SECONDS + start_seconds))
  shift
  until "$@" >"$logs/wait-for-$name.log" 2>&1; do
    running "$name" || fail_with_log "$name" "ended while it was starting"
    [ $SECONDS -lt $deadline ] || fail_with_log "$name" "was not ready after $start_seconds s"
    sleep 0.1
  done
  rm -f "$logs/wait-for-$name.log"
}

# fail_with_log NAME WHAT
fail_with_log() {
  say "$1 $2. The end of $logs/$1.log:"
  tail -n 25 "$logs/$1.log" | cut -c 1-400 | sed 's/^/  /' >&2
  if [ -s "$logs/wait-for-$1.log" ]; then
    say "Output of the readiness check:"
    tail -n 5 "$logs/wait-for-$1.log" | cut -c 1-400 | sed 's/^/  /' >&2
  fi
  exit 1
}
