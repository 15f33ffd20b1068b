# kube-controller-manager without a port: whether it works shows in what it makes.
start_controller_manager() {
  start kube-controller-manager kube-controller-manager --kubeconfig="$pki/controller-manager.kubeconfig" \
    --use-service-account-credentials=true --root-ca-file="$pki/ca.crt" --leader-elect=false --secure-port=0 \
    --flex-volume-plugin-dir="$folder/volume-plugins" --profiling=false
}

# Pods are refused before the service account is there that they run as.
controller_manager_is_ready() { kubectl --kubeconfig "$kubeconfig" get serviceaccount default --namespace default; }
