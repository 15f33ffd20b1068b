# Traces that a cluster leaves.

# Kernel settings that a kubelet, kube-proxy or router changes.
kernel_settings() {
  head -n 100 /proc/sys/vm/{overcommit_memory,panic_on_oom} /proc/sys/kernel/{panic,panic_on_oops} \
    /proc/sys/kernel/keys/root_maxkeys /proc/sys/net/ipv4/ip_forward /proc/sys/net/ipv4/conf/all/route_localnet
}

# traces FOLDER ID: prints the traces of the cluster on this machine.
traces() {
  local hierarchy
  # Programs and their children are found by the folder in their arguments, containers by their cgroup.
  grep --files-with-matches --text --fixed-strings "$1/" /proc/[0-9]*/cmdline 2>/dev/null || true
  grep --files-with-matches "clipmeter-$2" /proc/[0-9]*/cgroup 2>/dev/null || true
  grep --fixed-strings "$1/" /proc/mounts || true
  for hierarchy in $(cgroup_hierarchies); do find "$hierarchy" -maxdepth 1 -name "clipmeter-$2"; done
  grep --files-with-matches --line-regexp --fixed-strings "$1" /sys/class/net/*/ifalias 2>/dev/null || true
  iptables-save 2>/dev/null | grep -E 'KUBE-|CNI-' || true
  find "$1" -maxdepth 0 2>/dev/null || true
}

# leaves_nothing FOLDER: stops the cluster of the folder and checks that nothing is left.
leaves_nothing() {
  local id left
  id=$(cat "$1/$marker")
  [ -n "$(traces "$1" "$id")" ] || { echo "the traces of a cluster are not found"; return 1; }
  "$cluster/down" "$1"
  left=$(traces "$1" "$id")
  [ -z "$left" ] || { echo "left: $left"; return 1; }
}

# cut_off FOLDER FILE UP...: kills `up` when the file exists, and checks that `down` finds everything that it started.
cut_off() {
  local folder=$1 file=$2 up
  shift 2
  "$@" "$folder" &
  up=$!
  until [ -e "$folder/$file" ]; do
    kill -0 $up
    sleep 0.01
  done
  kill -KILL $up
  leaves_nothing "$folder"
}
