# kube-controller-manager without a port: its effects show whether it works.
start_controller_manager() {
  start kube-controller-manager kube-controller-manager --kubeconfig="$pki/controller-manager.kubeconfig" \
    --use-service-account-credentials=true --root-ca-file="$pki/ca.crt" --leader-elect=false --secure-port=0 \
    --flex-volume-plugin-dir="$folder/volume-plugins" --profiling=false
}

# Pods are rejected before their service account exists.
controller_manager_is_ready() { read_from_apiserver /api/v1/namespaces/default/serviceaccounts/default; }
