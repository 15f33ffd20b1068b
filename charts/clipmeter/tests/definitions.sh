# CRDs of other projects. They are downloaded as Go modules, like the programs of the test cluster.

# MODULE VERSION FILE
foreign_definitions="
sigs.k8s.io/gateway-api v1.4.0 config/crd/standard/gateway.networking.k8s.io_httproutes.yaml
github.com/cert-manager/cert-manager v1.19.1 deploy/crds/cert-manager.io_certificates.yaml
github.com/cert-manager/cert-manager v1.19.1 deploy/crds/cert-manager.io_issuers.yaml
github.com/prometheus-operator/prometheus-operator v0.85.0 example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml
github.com/prometheus-operator/prometheus-operator v0.85.0 example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml
github.com/prometheus-operator/prometheus-operator v0.85.0 example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml
"

install_foreign_definitions() {
  local module version file source
  while read -r module version file; do
    source=$(cd / && GOFLAGS=-mod=mod "$(go_program)" mod download -json "$module@$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    # Server-side, because the CRDs are too large for the annotation of a client-side apply.
    kubectl apply --server-side --filename "$source/$file" >/dev/null
  done < <(grep . <<<"$foreign_definitions")
  kubectl wait --for=condition=Established --all customresourcedefinitions --timeout $patience >/dev/null
}

go_program() { command -v go || echo /usr/local/go/bin/go; }
