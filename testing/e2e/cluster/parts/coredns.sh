# CoreDNS as a program on the node, behind the usual Service. Names outside of the cluster do not exist, so resolvers continue with
# the next name of their search list.
start_coredns() {
  cat >"$folder/Corefile" <<COREFILE
cluster.local:53 in-addr.arpa:53 {
  bind $node_address
  ready 127.0.0.1:$coredns_ready_port
  kubernetes cluster.local in-addr.arpa {
    kubeconfig $pki/coredns.kubeconfig clipmeter
  }
}
.:53 {
  bind $node_address
  template ANY ANY {
    rcode NXDOMAIN
  }
}
COREFILE
  kubectl --kubeconfig "$kubeconfig" apply --filename - >"$logs/coredns.yaml.log" <<YAML
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: system:coredns}
rules:
  - {apiGroups: [""], resources: [services, pods, namespaces], verbs: [list, watch]}
  - {apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: system:coredns}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: system:coredns}
subjects:
  - {apiGroup: rbac.authorization.k8s.io, kind: User, name: system:coredns}
---
apiVersion: v1
kind: Service
metadata: {name: kube-dns, namespace: kube-system}
spec:
  clusterIP: $dns_address
  ports:
    - {name: dns, port: 53, protocol: UDP}
    - {name: dns-tcp, port: 53, protocol: TCP}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: kube-dns, namespace: kube-system, labels: {kubernetes.io/service-name: kube-dns}}
addressType: IPv4
endpoints:
  - addresses: [$node_address]
ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
YAML
  start coredns coredns -conf "$folder/Corefile"
}

coredns_ready_port=8181

coredns_is_ready() (
  exec 3<>"/dev/tcp/127.0.0.1/$coredns_ready_port"
  printf 'GET /ready HTTP/1.0\r\n\r\n' >&3
  head -n 1 <&3 | grep ' 200 '
)
