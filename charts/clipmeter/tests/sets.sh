# Tests each set of values in ci/, which snapshots.sh has rendered.

is_linted() { helm lint --strict --quiet $chart --values "$1"; }

is_rendered_the_same_twice() {
  render "$1" >"$folder/twice"
  cmp "$folder/yaml/$(basename "$1" -values.yaml)" "$folder/twice"
}

for values in $chart/ci/*-values.yaml; do
  set=$(basename "$values" -values.yaml)
  check "$set: helm lint reports nothing" is_linted "$values"
  check "$set: rendering twice gives the same result" is_rendered_the_same_twice "$values"
done

# A PodDisruptionBudget for a single pod would prevent draining its node.
one_replica_has_no_budget() {
  ! grep 'kind: PodDisruptionBudget' "$folder/yaml/default"
}

several_replicas_have_budgets() {
  [ "$(grep -c 'kind: PodDisruptionBudget' "$folder/yaml/ha")" = 2 ]
}

nothing_random_without_a_cluster() {
  ! grep 'kind: Secret$' "$folder/yaml/default"
}

roles_have_the_passwords_that_are_given() {
  local role
  for role in APP:app-password INGEST:ingest MAINTENANCE:maintenance; do
    grep -A1 "name: CLIPMETER_${role%%:*}_PASSWORD" "$folder/yaml/existing-secrets" | grep -F "name: clipmeter-vault-roles, key: ${role#*:}"
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

# Roles of groups have fixed names.
names_have_the_given_prefix() {
  render $chart/ci/default-values.yaml --set fullnameOverride=analytics >"$folder/objects"
  [ "$(grep '^  name: ' "$folder/objects" | grep -v analytics | sort | xargs)" = "name: clipmeter-edit name: clipmeter-scrapers name: clipmeter-view" ]
}

# Helm removes a default that is overridden with null.
labels_and_annotations_may_be_null() {
  local value options=()
  for value in {common,{operator,api}.{pod,deployment}}{Labels,Annotations} {scraper.namespace,metrics.service,api.service}.{labels,annotations}; do
    options+=(--set "$value=null")
  done
  render $chart/ci/default-values.yaml "${options[@]}" >"$folder/objects"
  cmp "$folder/yaml/default" "$folder/objects"
}

# OpenShift and the like refuse a user that the cluster has not assigned.
users_of_scrapers_are_optional() {
  render $chart/ci/default-values.yaml --show-only templates/scraper/settings.yaml >"$folder/objects"
  [ "$(grep -cE '(runAsUser|fsGroup): 65532' "$folder/objects")" = 2 ]
  render $chart/ci/openshift-values.yaml --show-only templates/scraper/settings.yaml >"$folder/objects"
  ! grep -E 'runAsUser|fsGroup' "$folder/objects"
}

scrapers_have_the_pod_settings_of_the_values() {
  local line
  for line in 'runtimeClassName: gvisor' 'dnsPolicy: None' 'cpu: 50m' 'tmpSize: 16Mi' 'whenUnsatisfiable: ScheduleAnyway'; do
    grep "^    .*$line$" "$folder/yaml/ha"
  done
  # The operator may create no other Jobs.
  grep -F 'runtimeClassName.orValue("") == "gvisor"' "$folder/yaml/ha"
}

# A rule that must hold would block an upgrade on as many nodes as replicas, where no further pod has a place.
replicas_are_spread_without_a_rule_that_must_hold() {
  ! grep -E 'requiredDuringScheduling|DoNotSchedule' "$folder/yaml/ha"
}

# An image with a digest has no tag, in the Deployments, the settings of the Jobs and the policy for Jobs.
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

check "labels and annotations may be null" labels_and_annotations_may_be_null
check "names have the prefix of the values" names_have_the_given_prefix
check "scrapers have a fixed user unless the values assign none" users_of_scrapers_are_optional
check "scrapers have the pod settings of the values" scrapers_have_the_pod_settings_of_the_values
check "replicas are spread without a rule that must hold" replicas_are_spread_without_a_rule_that_must_hold
check "passwords of the database roles come from the named Secret" roles_have_the_passwords_that_are_given
check "one replica has no budget" one_replica_has_no_budget
check "several replicas have budgets" several_replicas_have_budgets
check "without access to a cluster no Secret is generated" nothing_random_without_a_cluster
check "the scraper namespace can have another name, or exist already" takes_another_name_and_one_that_is_there
check "the digest of an image takes precedence over all tags" digests_take_precedence_over_tags
check "the tag of a program takes precedence over the common tag" tags_of_a_program_take_precedence
