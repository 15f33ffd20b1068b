start_scheduler() {
  start kube-scheduler kube-scheduler --kubeconfig="$pki/scheduler.kubeconfig" --leader-elect=false --secure-port=0
}
