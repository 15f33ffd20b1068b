# The control plane: etcd, kube-apiserver and, optionally, kube-controller-manager.

# make_kubeconfigs ADDRESS PORT: creates one for the administrator and one for each component.
make_kubeconfigs() {
  local name
  for name in controller-manager scheduler kubelet kube-proxy coredns; do
    make_kubeconfig $name "$1" "$2" "$pki/$name.kubeconfig"
  done
  make_kubeconfig admin "$1" "$2" "$kubeconfig"
}

start_control_plane_on_loopback() {
  make_pki 127.0.0.1
  start_etcd
  start_apiserver_on_free_port
}

# start_apiserver_on_free_port: another program may take the port between its selection and kube-apiserver listening on it; then the
# next port is tried.
start_apiserver_on_free_port() {
  local reason
  while :; do
    make_kubeconfigs 127.0.0.1 "$(free_port)"
    start_apiserver_on_loopback
    ! reason=$(wait_for kube-apiserver apiserver_is_ready 2>&1) || return 0
    grep --quiet "address already in use" "$logs/kube-apiserver.log" || fail "$reason"
  done
}

# start_apiserver_on_loopback: uses the port in the kubeconfig. Services cannot route to loopback, so there is none for the API server.
start_apiserver_on_loopback() {
  start_apiserver 127.0.0.1 "$(port_in "$kubeconfig")" --endpoint-reconciler-type=none
}

# free_port: prints a port that is free at this moment, chosen by the system.
free_port() {
  perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1:0")->sockport'
}

port_in() { sed -n 's/^ *server: .*://p' "$1"; }
