# Tests that an API server accepts all objects.

# take NAMESPACE VALUES OPTION...: applies all objects without storing them, including the Secrets that are generated on a cluster. The
# API server rejects unknown fields and wrong types. A warning, such as for a pod that is not `restricted`, is a failure.
take() {
  helm template clipmeter $chart --dry-run=server --namespace "$1" --kube-version "$version" --values "${@:2}" >"$folder/objects"
  kubectl apply --server-side --dry-run=server --validate=strict --warnings-as-errors --filename "$folder/objects"
}

is_taken() {
  local namespace name
  namespace=set-$(basename "$1" -values.yaml)
  # The namespaces must exist, because a dry run does not create them.
  for name in "$namespace" "$namespace-scrapers"; do
    kubectl create namespace "$name"
    kubectl label namespace "$name" pod-security.kubernetes.io/{enforce,warn}=restricted
  done
  take "$namespace" "$1"
}

for values in $chart/ci/*-values.yaml; do
  check "$(basename "$values" -values.yaml): an API server accepts every object, and every pod as restricted" is_taken "$values"
done

# Otherwise, the test above would accept objects with typing errors, of built-in kinds or others.
invalid_fields_are_refused() {
  local autoscaling=$chart/ci/autoscaling-values.yaml gateway=$chart/ci/gateway-values.yaml
  refused 'spec.behavior.scaleDwn: field not declared in schema' take set-autoscaling $autoscaling --set-json 'api.autoscaling.behavior={"scaleDwn":{}}'
  refused 'spec.behavior.scaleDown.stabilizationWindowSeconds: ' take set-autoscaling $autoscaling --set-json 'api.autoscaling.behavior.scaleDown.stabilizationWindowSeconds="soon"'
  refused 'nam: field not declared in schema' take set-gateway $gateway --set-json 'httpRoute.parentRefs=[{"name":"public","nam":"public"}]'
  refused 'would violate PodSecurity' take set-sidecars $chart/ci/sidecars-values.yaml --set-json 'api.extraContainers=[{"name":"any","image":"any"}]'
}

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

check "an API server rejects unknown fields, wrong types and pods that are not restricted" invalid_fields_are_refused
check "the policies are valid with any text in the values" take_any_text
