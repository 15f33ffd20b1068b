# When the admission policies are installed, and with which values. What they refuse is tested in operator/tests/cluster/attacks.

policies() { grep -c '^kind: ValidatingAdmissionPolicy$' "$folder/objects" || true; }

are_installed_unless_switched_off_or_not_served() {
  render $chart/ci/default-values.yaml >"$folder/objects"
  [ "$(policies)" = 10 ]
  render $chart/ci/default-values.yaml --set admissionPolicies.enabled=false >"$folder/objects"
  [ "$(policies)" = 0 ]
  # A cluster that names its kinds, and not this one.
  render $chart/ci/default-values.yaml --api-versions apps/v1/Deployment >"$folder/objects"
  [ "$(policies)" = 0 ]
}

# Texts of values are constants of the policies' language.
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

check "the policies are installed unless they are switched off or not served" are_installed_unless_switched_off_or_not_served
check "the policies take any text of the values" take_any_text
