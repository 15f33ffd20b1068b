# Certificates of the cluster's own authority, tokens of the API server's clients, and their kubeconfig files.

# Validity in days: as long as a test cluster could exist.
certificate_days=30

# Without a configuration, OpenSSL marks every certificate as an authority, and strict clients reject such a server.
bare_configuration=$'[req]\ndistinguished_name = dn\n[dn]\n'

# certificate NAME SUBJECT OPTION...
certificate() {
  local name=$1 subject=$2
  shift 2
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $certificate_days \
    -config <(printf '%s' "$bare_configuration") -subj "$subject" "$@" -keyout "$pki/$name.key" -out "$pki/$name.crt" 2>/dev/null
}

# signed_certificate NAME SUBJECT OPTION...
signed_certificate() {
  certificate "$@" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -addext basicConstraints=critical,CA:FALSE
}

# make_pki ADDRESS: creates certificates for the names by which pods and this machine call the API server.
make_pki() {
  mkdir -p "$pki"
  certificate ca /CN=clipmeter-cluster -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
  signed_certificate apiserver /CN=kube-apiserver -addext extendedKeyUsage=serverAuth \
    -addext "subjectAltName=IP:$1,IP:127.0.0.1,IP:$first_service_address,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local"
  # Client certificate with which the API server calls the kubelet, to fetch logs and run commands in pods.
  signed_certificate kubelet-client /O=system:masters/CN=kube-apiserver-kubelet-client -addext extendedKeyUsage=clientAuth
  # The API server also reads the public key from this file, which it supports only in this format.
  openssl ecparam -name prime256v1 -genkey -noout -out "$pki/service-accounts.key" 2>/dev/null
  : >"$pki/tokens.csv"
  identity admin admin system:masters
  identity controller-manager system:kube-controller-manager
  identity scheduler system:kube-scheduler
  identity kubelet "system:node:$node_name" system:nodes
  identity kube-proxy system:kube-proxy
  identity coredns system:coredns
}

# identity NAME USER [GROUP]
identity() {
  openssl rand -hex 16 >"$pki/$1.token"
  echo "$(cat "$pki/$1.token"),$2,$1${3:+,$3}" >>"$pki/tokens.csv"
}

# make_kubeconfig NAME ADDRESS PORT FILE
make_kubeconfig() {
  cat >"$4.new" <<YAML
apiVersion: v1
kind: Config
clusters:
  - name: clipmeter
    cluster:
      server: https://$2:$3
      certificate-authority-data: $(base64 --wrap 0 "$pki/ca.crt")
users:
  - name: $1
    user:
      token: $(cat "$pki/$1.token")
contexts:
  - name: clipmeter
    context: {cluster: clipmeter, user: $1}
current-context: clipmeter
YAML
  mv "$4.new" "$4"
}
