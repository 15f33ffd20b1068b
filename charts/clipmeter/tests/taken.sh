# Tests that an API server accepts all objects.

# on_cluster NAMESPACE VALUES OPTION...: renders all objects, including the Secrets that are generated on a cluster.
on_cluster() { helm template clipmeter $chart --dry-run=server --namespace "$1" --kube-version "$version" --values "${@:2}"; }

# take PATH: applies the objects of a file or folder without storing them. The API server rejects unknown fields and wrong types. A
# warning, such as for a pod that is not `restricted`, is a failure.
take() { kubectl apply --server-side --dry-run=server --validate=strict --warnings-as-errors --filename "$1"; }

# namespaces: prints those of all sets, which must exist, because a dry run does not create them.
namespaces() {
  local name labels='"pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/warn": "restricted"'
  for name in $(sets | sed 's/.*/set-& set-&-scrapers/'); do
    echo "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"$name\", \"labels\": {$labels}}}"
  done
}

# All sets at once, because kubectl reads the API server's schemas at each start.
are_taken() {
  local set
  kubectl create --filename <(namespaces)
  mkdir "$folder/taken"
  for set in $(sets); do on_cluster "set-$set" "$chart/ci/$set-values.yaml" >"$folder/taken/$set.yaml"; done
  take "$folder/taken" || {
    # Not every message contains the set.
    for set in $(sets); do take "$folder/taken/$set.yaml" >/dev/null 2>&1 || echo "not accepted: $set"; done
    return 1
  }
}

check "an API server accepts every object of each set, and every pod as restricted" are_taken

# Otherwise, the test above would accept objects with typing errors, of built-in kinds or others.
invalid_fields_are_refused() {
  local autoscaling=$chart/ci/autoscaling-values.yaml gateway=$chart/ci/gateway-values.yaml
  refused 'spec.behavior.scaleDwn: field not declared in schema' take_with set-autoscaling $autoscaling --set-json 'api.autoscaling.behavior={"scaleDwn":{}}'
  refused 'spec.behavior.scaleDown.stabilizationWindowSeconds: ' take_with set-autoscaling $autoscaling --set-json 'api.autoscaling.behavior.scaleDown.stabilizationWindowSeconds="soon"'
  refused 'nam: field not declared in schema' take_with set-gateway $gateway --set-json 'httpRoute.parentRefs=[{"name":"public","nam":"public"}]'
  refused 'would violate PodSecurity' take_with set-sidecars $chart/ci/sidecars-values.yaml --set-json 'api.extraContainers=[{"name":"any","image":"any"}]'
}

# take_with NAMESPACE VALUES OPTION...
take_with() {
  on_cluster "$@" >"$folder/objects"
  take "$folder/objects"
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
