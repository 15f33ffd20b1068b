# Each set of values in ci/.

is_linted() { helm lint --strict --quiet $chart --values "$1"; }

is_rendered_the_same_twice() {
  render "$1" >"$folder/once"
  render "$1" >"$folder/twice"
  cmp "$folder/once" "$folder/twice"
}

# is_taken VALUES: with the Secrets that are generated on a cluster; a warning, as for a pod that is not `restricted`, is a failure.
is_taken() {
  local namespace name
  namespace=set-$(basename "$1" -values.yaml)
  # A dry run makes no namespace for what is in it.
  for name in "$namespace" "$namespace-scrapers"; do
    kubectl create namespace "$name"
    kubectl label namespace "$name" pod-security.kubernetes.io/{enforce,warn}=restricted
  done
  helm template clipmeter $chart --dry-run=server --namespace "$namespace" --kube-version "$version" --values "$1" >"$folder/objects"
  kubectl apply --server-side --dry-run=server --warnings-as-errors --filename "$folder/objects"
}

for values in $chart/ci/*-values.yaml; do
  set=$(basename "$values" -values.yaml)
  check "$set: helm lint finds nothing" is_linted "$values"
  check "$set: rendered twice, it is the same" is_rendered_the_same_twice "$values"
  check "$set: an API server takes every object, and every pod as restricted" is_taken "$values"
done

# A budget for one pod would keep its node from being drained.
one_replica_has_no_budget() {
  render $chart/ci/default-values.yaml >"$folder/objects"
  ! grep 'kind: PodDisruptionBudget' "$folder/objects"
}

several_replicas_have_budgets() {
  render $chart/ci/ha-values.yaml >"$folder/objects"
  [ "$(grep -c 'kind: PodDisruptionBudget' "$folder/objects")" = 2 ]
}

nothing_random_without_a_cluster() {
  render $chart/ci/default-values.yaml >"$folder/objects"
  ! grep 'kind: Secret$' "$folder/objects"
}

roles_have_the_passwords_that_are_given() {
  local role
  render $chart/ci/existing-secrets-values.yaml >"$folder/objects"
  for role in APP:app-password INGEST:ingest MAINTENANCE:maintenance; do
    grep -A1 "name: CLIPMETER_${role%%:*}_PASSWORD" "$folder/objects" | grep -F "name: clipmeter-vault-roles, key: ${role#*:}"
  done
}

check "passwords of the database's roles come from the Secret that is named" roles_have_the_passwords_that_are_given
check "one replica has no budget" one_replica_has_no_budget
check "several have budgets" several_replicas_have_budgets
check "without a cluster to look into no Secret is made up" nothing_random_without_a_cluster
