# Messages for the user. Only results are written to the standard output.

# Exit code on a machine that cannot run the cluster; test runners interpret it as skipped.
cannot_status=77

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# cannot REASON: exits because this machine cannot run the cluster.
cannot() {
  say "This machine cannot run the cluster: $*"
  exit $cannot_status
}
