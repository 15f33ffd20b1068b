# The cgroup of a cluster's pods, in each hierarchy that this machine has mounted.

cgroup_name() { echo "/clipmeter-$(cat "$folder/$marker")"; }

cgroup_hierarchies() { awk '$3 == "cgroup" || $3 == "cgroup2" { print $2 }' /proc/mounts; }

make_cgroup() {
  local hierarchy
  for hierarchy in $(cgroup_hierarchies); do
    if [ -s "$hierarchy/cgroup.controllers" ]; then
      # In version 2, a cgroup has only the controllers that its parent enables.
      echo "+cpu +cpuset +memory +pids" >"$hierarchy/cgroup.subtree_control"
    fi
    mkdir -p "$hierarchy$(cgroup_name)"
  done
}

remove_cgroup() {
  local group hierarchy deadline=$((SECONDS + stop_seconds))
  for hierarchy in $(cgroup_hierarchies); do
    group=$hierarchy$(cgroup_name)
    # A killed process leaves its cgroup a moment after it has exited.
    until [ ! -e "$group" ] || find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; do
      [ $SECONDS -lt $deadline ] || fail "Cannot remove the cgroup $group"
      sleep 0.05
    done
  done
}
