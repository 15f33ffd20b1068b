# kube-proxy. The machine's connection tracking limits are left unchanged.
start_proxy() {
  cat >"$folder/kube-proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
bindAddress: $node_address
clientConnection: {kubeconfig: $pki/kube-proxy.kubeconfig}
clusterCIDR: $pod_addresses
conntrack: {maxPerCore: 0, min: 0, tcpCloseWaitTimeout: 0s, tcpEstablishedTimeout: 0s}
detectLocalMode: ClusterCIDR
hostnameOverride: $node_name
iptables: {localhostNodePorts: false}
mode: iptables
oomScoreAdj: 0
YAML
  start kube-proxy kube-proxy --config="$folder/kube-proxy.yaml"
}

# The chain that every packet to a Service passes.
proxy_is_ready() { iptables --wait --table nat --list-rules KUBE-SERVICES; }
