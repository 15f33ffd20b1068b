# The control plane: etcd, kube-apiserver and, when wanted, kube-controller-manager.

# make_kubeconfigs ADDRESS PORT: for who administers the cluster, and for each part of it.
make_kubeconfigs() {
  local name
  for name in controller-manager scheduler kubelet kube-proxy coredns; do
    make_kubeconfig $name "$1" "$2" "$pki/$name.kubeconfig"
  done
  make_kubeconfig admin "$1" "$2" "$kubeconfig"
}

# start_control_plane_on_loopback: the port may be taken between its being picked and kube-apiserver's listening there;
# then the next one is tried.
start_control_plane_on_loopback() {
  local reason
  make_pki 127.0.0.1
  start_etcd
  while :; do
    make_kubeconfigs 127.0.0.1 "$(free_port)"
    start_apiserver_on_loopback
    ! reason=$(wait_for kube-apiserver apiserver_is_ready 2>&1) || return 0
    grep --quiet "address already in use" "$logs/kube-apiserver.log" || fail "$reason"
  done
}

# start_apiserver_on_loopback: at the port in the kubeconfig. Services cannot lead to loopback, so nobody keeps one for the API server.
start_apiserver_on_loopback() {
  start_apiserver 127.0.0.1 "$(port_in "$kubeconfig")" --endpoint-reconciler-type=none
}

# free_port: one that the system gives and that is free at this moment.
free_port() {
  perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1:0")->sockport'
}

port_in() { sed -n 's/^ *server: .*://p' "$1"; }
