# Tests each set of values in ci/.

is_linted() { helm lint --strict --quiet $chart --values "$1"; }

is_rendered_the_same_twice() {
  render "$1" >"$folder/once"
  render "$1" >"$folder/twice"
  cmp "$folder/once" "$folder/twice"
}

for values in $chart/ci/*-values.yaml; do
  set=$(basename "$values" -values.yaml)
  check "$set: helm lint reports nothing" is_linted "$values"
  check "$set: rendering twice gives the same result" is_rendered_the_same_twice "$values"
done

# A PodDisruptionBudget for a single pod would prevent draining its node.
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

takes_another_name_and_one_that_is_there() {
  render $chart/ci/default-values.yaml --set scraper.namespace.name=readers >"$folder/objects"
  grep '^  name: readers$' "$folder/objects"
  ! grep 'clipmeter-scrapers' "$folder/objects" || return 1
  render $chart/ci/default-values.yaml --set scraper.namespace.create=false >"$folder/objects"
  ! grep '^kind: Namespace$' "$folder/objects" || return 1
  grep '^  namespace: clipmeter-scrapers$' "$folder/objects"
}

# The Deployments, the settings of the Jobs and the policy for Jobs must refer to an image with a digest without a tag.
digests_take_precedence_over_tags() {
  local program digest options=(--set image.registry=registry.example.com/team --set image.tag=1.2.3)
  for program in operator api scraper; do
    digest=sha256:$(printf "$program" | sha256sum | cut -c 1-64)
    options+=(--set "$program.image.tag=4.5.6" --set "$program.image.digest=$digest")
  done
  render $chart/ci/default-values.yaml "${options[@]}" >"$folder/objects"
  for program in operator api scraper; do
    digest=sha256:$(printf "$program" | sha256sum | cut -c 1-64)
    grep -F "registry.example.com/team/clipmeter-$program@$digest" "$folder/objects"
  done
  ! grep -E '1\.2\.3|4\.5\.6' "$folder/objects"
}

tags_of_a_program_take_precedence() {
  render $chart/ci/default-values.yaml --set image.tag=1.2.3 --set api.image.tag=4.5.6 >"$folder/objects"
  grep -F "image: localhost/clipmeter-api:4.5.6" "$folder/objects"
  grep -F "image: localhost/clipmeter-operator:1.2.3" "$folder/objects"
  grep -F "localhost/clipmeter-scraper:1.2.3" "$folder/objects"
}

check "passwords of the database roles come from the named Secret" roles_have_the_passwords_that_are_given
check "one replica has no budget" one_replica_has_no_budget
check "several replicas have budgets" several_replicas_have_budgets
check "without access to a cluster no Secret is generated" nothing_random_without_a_cluster
check "the scraper namespace can have another name, or exist already" takes_another_name_and_one_that_is_there
check "the digest of an image takes precedence over all tags" digests_take_precedence_over_tags
check "the tag of a program takes precedence over the common tag" tags_of_a_program_take_precedence
