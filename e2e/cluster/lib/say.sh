# What a script tells the person who called it. Only results go to the standard output.

# What a machine that cannot run the cluster makes scripts exit with, as test runners read it: skipped.
cannot_status=77

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# cannot REASON: this machine cannot run the cluster.
cannot() {
  say "This machine cannot run the cluster: $*"
  exit $cannot_status
}
