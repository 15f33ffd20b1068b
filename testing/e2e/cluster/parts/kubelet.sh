# The kubelet. Its reactions to a full disk or swap are disabled, since the disk is that of a developer's machine.
start_kubelet() {
  # Pods use the cluster's DNS, regardless of this machine's resolver.
  echo "nameserver $dns_address" >"$folder/resolv.conf"
  mkdir -p "$folder/kubelet"
  cat >"$folder/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $node_address
authentication:
  anonymous: {enabled: false}
  x509: {clientCAFile: $pki/ca.crt}
cgroupDriver: cgroupfs
cgroupRoot: $cgroup
clusterDNS: [$dns_address]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix://$folder/containerd.sock
enforceNodeAllocatable: []
evictionHard: {imagefs.available: 0%, nodefs.available: 0%, nodefs.inodesFree: 0%}
failSwapOn: false
imageGCHighThresholdPercent: 100
oomScoreAdj: 0
podLogsDir: $logs/pods
resolvConf: $folder/resolv.conf
volumePluginDir: $folder/volume-plugins
YAML
  start kubelet kubelet --config="$folder/kubelet.yaml" --kubeconfig="$pki/kubelet.kubeconfig" \
    --root-dir="$folder/kubelet" --cert-dir="$folder/kubelet/pki" \
    --node-ip="$node_address" --hostname-override=$node_name
}

node_is_ready() { kubectl --kubeconfig "$kubeconfig" wait --for=condition=Ready --timeout=1s "node/$node_name"; }
