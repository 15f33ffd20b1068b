# Tests that an API server accepts all objects.

# is_taken VALUES: includes the Secrets that are generated on a cluster. A warning, such as for a pod that is not `restricted`, is a
# failure.
is_taken() {
  local namespace name
  namespace=set-$(basename "$1" -values.yaml)
  # The namespaces must exist, because a dry run does not create them.
  for name in "$namespace" "$namespace-scrapers"; do
    kubectl create namespace "$name"
    kubectl label namespace "$name" pod-security.kubernetes.io/{enforce,warn}=restricted
  done
  helm template clipmeter $chart --dry-run=server --namespace "$namespace" --kube-version "$version" --values "$1" >"$folder/objects"
  kubectl apply --server-side --dry-run=server --warnings-as-errors --filename "$folder/objects"
}

for values in $chart/ci/*-values.yaml; do
  check "$(basename "$values" -values.yaml): an API server accepts every object, and every pod as restricted" is_taken "$values"
done

# Strings from the values become constants in CEL expressions, so they must be escaped.
take_any_text() {
  cat >"$folder/any.yaml" <<'VALUES'
database: { mode: dev }
image: { pullSecrets: [{ name: one }, { name: two }] }
operator: { adoptNamespaces: false }
admissionPolicies: { namespaceKeys: [example.com/team] }
scraper:
  allowLocalProxies: true
  namespace: { name: readers }
  env:
    - { name: QUOTES, value: "'\"`\\ {{ }} <&> $(PATH) \n\t é" }
    - { name: EMPTY, value: "" }
    - { name: SECRET, valueFrom: { secretKeyRef: { name: proxy, key: url, optional: true } } }
    - { name: CONFIG, valueFrom: { configMapKeyRef: { name: proxy, key: url } } }
    - { name: FIELD, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
    - { name: RESOURCE, valueFrom: { resourceFieldRef: { resource: limits.memory } } }
VALUES
  helm template any $chart --namespace any --kube-version "$version" --values "$folder/any.yaml" >"$folder/objects"
  kubectl apply --server-side --dry-run=server --warnings-as-errors --filename <(
    awk -v RS='\n---\n' '/kind: ValidatingAdmissionPolicy/ { print $0 "\n---" }' "$folder/objects"
  )
}

check "the policies are valid with any text in the values" take_any_text
