# kube-apiserver with the restrictions of a real one: RBAC, nodes that write only their own objects, quotas, PodSecurity.

# start_apiserver ADDRESS PORT OPTION...
start_apiserver() {
  local address=$1 port=$2
  shift 2
  start kube-apiserver kube-apiserver \
    --etcd-servers="unix://$folder/etcd.sock" \
    --bind-address="$address" --advertise-address="$address" --secure-port="$port" \
    --cert-dir="$pki" --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" \
    --token-auth-file="$pki/tokens.csv" \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file="$pki/service-accounts.key" \
    --service-account-signing-key-file="$pki/service-accounts.key" \
    --service-cluster-ip-range="$service_addresses" \
    --kubelet-client-certificate="$pki/kubelet-client.crt" --kubelet-client-key="$pki/kubelet-client.key" \
    --kubelet-preferred-address-types=InternalIP \
    --allow-privileged=true --profiling=false "$@"
}

apiserver_is_ready() { read_from_apiserver /readyz; }

# read_from_apiserver PATH: reads as the administrator, with a quarter of kubectl's processor time, which counts in a loop.
read_from_apiserver() {
  curl --silent --show-error --fail --max-time 10 --noproxy '*' --cacert "$pki/ca.crt" --header @- \
    "$(sed -n 's/^ *server: //p' "$kubeconfig")$1" <<<"Authorization: Bearer $(<"$pki/admin.token")"
}
