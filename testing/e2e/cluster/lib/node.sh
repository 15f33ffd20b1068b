# The node, seen from this machine: it has its own processes, mounts and network, like a container. Neither iptables nor mounts nor
# kernel settings of this machine are changed, and everything ends with the node's first process.

pause_image=localhost/clipmeter-pause:1

start_node() {
  build_image $pause_image "$(command -v pause)" "$folder/pause.tar"
  make_cgroup
  start node unshare --fork --kill-child --pid --mount --net --mount-proc "$cluster/node" "$folder"
  link_node
  wait_for node test -e "$folder/node-is-ready"
}

# link_node: links the node's network to this machine's, with addresses by the first free number. A link is created atomically, so
# two clusters cannot get the same one.
link_node() {
  local number link pid
  pid=$(pid_of node) || fail_with_log node "ended while it was starting"
  until [ "$(readlink "/proc/$pid/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do
    running node || fail_with_log node "ended while it was starting"
    sleep 0.01
  done
  for ((number = 0; number < link_numbers; number++)); do
    link=$(link_name "$number")
    [ -z "$(ip -4 route list root "$(link_addresses "$number")")" ] || continue
    ip link add "$link" type veth peer name eth0 netns "$pid" 2>"$logs/link.log" || continue
    ip link set "$link" alias "$folder"
    ip address add "$(host_address "$number")/24" dev "$link"
    ip link set "$link" up
    host_address "$number" >"$folder/host-address"
    echo "$number" >"$folder/number.new"
    mv "$folder/number.new" "$folder/number"
    return
  done
  fail "Cannot link the node to this machine: $(cat "$logs/link.log" 2>/dev/null)"
}

stop_node() {
  local pid first deadline=$((SECONDS + stop_seconds))
  # The process whose pid was stored waits for the first process of the node, which waits for all others.
  while pid=$(pid_of node); do
    # `read` fails although it has read the pid, because the file has no line break.
    first=
    { read -r first <"/proc/$pid/task/$pid/children"; } 2>/dev/null || true
    [ -n "$first" ] && [ $SECONDS -lt $deadline ] || first=$pid
    kill -KILL "$first" 2>/dev/null || true
    sleep 0.05
  done
  rm -f "$pids/node"
  remove_cgroup
  remove_link
}

# remove_link: the kernel removes the link some time after the node's network. By then, another cluster may have the number.
remove_link() {
  local number link
  number=$(cat "$folder/number" 2>/dev/null) || return 0
  link=$(link_name "$number")
  if [ "$(cat "/sys/class/net/$link/ifalias" 2>/dev/null)" = "$folder" ]; then
    ip link delete "$link" 2>/dev/null || [ ! -e "/sys/class/net/$link" ]
  fi
  rm "$folder/number"
}

# in_node COMMAND...: runs a command in the node.
in_node() {
  local pid
  pid=$(pid_of node) || fail "No node runs in $folder"
  nsenter --target "$pid" --mount --net --pid="/proc/$pid/ns/pid_for_children" "$@"
}
