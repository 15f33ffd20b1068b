# Tests that Secrets are generated only once.

values=$chart/ci/default-values.yaml
h() { helm --namespace kept "$@"; }
# Prints everything in the Secrets except the values.
secrets() { kubectl get secrets --namespace kept --field-selector type!=helm.sh/release.v1 -o go-template='{{range .items}}{{.metadata.name}} {{.data}}{{"\n"}}{{end}}' | sha256sum; }

is_installed() {
  h install clipmeter $chart --create-namespace --values $values
  [ "$(kubectl get secrets --namespace kept -o name | grep -c secret/clipmeter-)" = 4 ]
}

# The file has the same format as in standalone mode: four keys of 32 bytes, which are 44 characters in base64.
keys_have_their_form() {
  kubectl get secret clipmeter-keys --namespace kept -o go-template='{{index .data "secrets.json" | base64decode}}' >"$folder/keys"
  [ "$(grep -cE '^  "(users|runs|sessions|fingerprints)": "[A-Za-z0-9+/]{43}=",?$' "$folder/keys")" = 4 ]
  grep -E '^  "sessions_key_id": "[0-9a-f]{8}",?$' "$folder/keys" >/dev/null
  [ "$(wc -l <"$folder/keys")" = 6 ]
}

certificate_is_the_services() {
  local part
  for part in ca tls; do
    kubectl get secret clipmeter-api-grpc-tls --namespace kept -o go-template="{{index .data \"$part.crt\" | base64decode}}" >"$folder/$part.crt"
  done
  openssl verify -CAfile "$folder/ca.crt" -verify_hostname clipmeter-api-grpc.kept.svc "$folder/tls.crt"
}

is_rendered_as_it_is() {
  h upgrade clipmeter $chart --values $values --dry-run=server | grep -v DEPLOYED >"$folder/once"
  h upgrade clipmeter $chart --values $values --dry-run=server | grep -v DEPLOYED >"$folder/twice"
  cmp "$folder/once" "$folder/twice"
  [ "$(grep -c '^kind: Secret$' "$folder/once")" = 4 ]
}

is_unchanged() {
  local before
  before=$(secrets)
  h upgrade clipmeter $chart --values $values --set api.log=info
  [ "$(secrets)" = "$before" ]
  # The scrapers' namespace is deleted before it is created again.
  h uninstall clipmeter --wait
  [ "$(secrets)" = "$before" ]
  h install clipmeter $chart --values $values
  [ "$(secrets)" = "$before" ]
}

have_labels_and_annotations() {
  h upgrade clipmeter $chart --values $values --set generatedSecrets.labels.team=analytics,generatedSecrets.annotations.owner=analytics
  [ "$(kubectl get secrets --namespace kept --selector team=analytics -o name | wc -l)" = 4 ]
  # Without this annotation, uninstalling would delete the Secret.
  expect "the annotations" '"helm.sh/resource-policy":"keep","' kubectl get secret clipmeter-keys --namespace kept -o jsonpath='{.metadata.annotations}'
  expect "the annotations" '"owner":"analytics"' kubectl get secret clipmeter-keys --namespace kept -o jsonpath='{.metadata.annotations}'
}

check "helm install creates four Secrets" is_installed
check "the keys have the format that the API reads" keys_have_their_form
check "the certificate is valid for the gRPC Service" certificate_is_the_services
check "on a cluster the chart renders the existing Secrets, the same each time" is_rendered_as_it_is
check "generated Secrets have the labels and annotations of the values" have_labels_and_annotations
check "an upgrade or reinstallation leaves the Secrets unchanged" is_unchanged
