# Properties of a cluster of `up`, beyond those of every cluster.

# A server on this machine beside the cluster, such as a database or a simulator.
check_host() {
  local address port=18080 pid
  address=$(cat "$folder/host-address")
  "$probe" serve "$address:$port" "hello from outside" &
  pid=$!
  # shellcheck disable=SC2064 # The number is gone when the function has ended.
  trap "kill $pid" EXIT
  eventually k exec client -- /probe get "http://$address:$port"
}

check_node_port() {
  local address port
  k expose pod server --name outside --type NodePort --port 80 --target-port 8080
  address=$(k get node --output 'jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}')
  port=$(k get service outside --output 'jsonpath={.spec.ports[0].nodePort}')
  eventually "$probe" get "http://$address:$port"
  expect "the NodePort" "hello from a server" "$probe" get "http://$address:$port"
}

check_kernel_settings() {
  local now
  now=$(kernel_settings)
  [ "$now" = "$kernel_settings_before" ] || { printf 'before: %s\nnow: %s\n' "$kernel_settings_before" "$now"; return 1; }
}

check_again() { expect "up" "$KUBECONFIG" "$cluster/up" "$folder"; }

check_other_kind() { refused "another kind of cluster" "$cluster/up" --control-plane-only "$folder"; }

check "a pod reaches a server on this machine" check_host
check "a Service is reached from this machine by its NodePort" check_node_port
check "kernel settings of this machine are unchanged" check_kernel_settings
check "up prints the same path the second time" check_again
check "up of another kind in the same folder is rejected" check_other_kind
check "down leaves no process, mount, link, cgroup or rule" leaves_nothing "$folder"
check "down after an interrupted start of a node" cut_off "$folder" logs/kubelet.log "$cluster/up"
