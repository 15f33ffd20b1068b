# Tests the scrapers' namespace on the release that the previous tests have installed, and the upgrade from a chart before 0.2.0.

has_its_own_namespace() {
  local level
  for level in enforce audit warn; do
    expect "$level" restricted kubectl get namespace kept-scrapers -o "jsonpath={.metadata.labels.pod-security\.kubernetes\.io/$level}"
  done
  expect "the namespace's labels" clipmeter kubectl get namespace kept-scrapers -o 'jsonpath={.metadata.labels.app\.kubernetes\.io/name}'
  # The values contain no Secret, and scrapers need no object of the release namespace.
  [ -z "$(kubectl get secrets --namespace kept-scrapers -o name)" ]
  [ "$(kubectl get configmaps --namespace kept-scrapers -o name)" = configmap/kube-root-ca.crt ]
}

has_a_quota() {
  eventually expect "the quota" 2500 kubectl get resourcequota clipmeter-scraper --namespace kept-scrapers -o 'jsonpath={.status.hard.count/jobs\.batch}'
  eventually refused "exceeded quota" kubectl create service clusterip any --tcp 80 --namespace kept-scrapers
}

privileged_pods_are_refused() {
  refused 'violates PodSecurity "restricted:latest"' kubectl run any --image any --namespace kept-scrapers
}

# A Job in the release namespace could use the API's service account and the database's Secret.
operator_makes_no_job_beside_the_api() {
  local namespace
  for namespace in kept default kube-system; do
    refused 'cannot create resource "jobs"' kubectl create job any --image any --namespace $namespace "$(account operator)"
  done
}

policy() { kubectl get networkpolicy "$1" --namespace "$2" -o "jsonpath=$3"; }

networks_are_closed() {
  [ "$(policy clipmeter kept-scrapers '{.spec}')" = '{"podSelector":{},"policyTypes":["Ingress","Egress"]}' ]
  expect "from scrapers to the API" '"kubernetes.io/metadata.name":"kept"' policy clipmeter-scraper kept-scrapers '{.spec.egress}'
  expect "from scrapers to the API" '"app.kubernetes.io/component":"api"' policy clipmeter-scraper kept-scrapers '{.spec.egress}'
  expect "to the API from scrapers" '"kubernetes.io/metadata.name":"kept-scrapers"' policy clipmeter-api kept '{.spec.ingress}'
  [ -z "$(policy clipmeter-scraper kept-scrapers '{.spec.ingress}')" ]
}

# accounts: prints the scrapers' accounts by namespace.
accounts() {
  kubectl get serviceaccounts --all-namespaces --field-selector metadata.name=clipmeter-scraper --selector app.kubernetes.io/instance=clipmeter --no-headers -o custom-columns=:.metadata.namespace | sort | xargs
}

is_upgraded_and_removed() {
  helm --namespace kept uninstall clipmeter --wait
  refused "not found" kubectl get namespace kept-scrapers
  h install clipmeter testing/e2e/kubernetes/previous/clipmeter-0.1.0.tgz --values $values
  [ "$(accounts)" = kept ]
  # Running scrapers keep their service account until the operator has moved their runs.
  h upgrade clipmeter $chart --values $values
  [ "$(accounts)" = "kept kept-scrapers" ]
  h upgrade clipmeter $chart --values $values
  [ "$(accounts)" = kept-scrapers ]
}

check "the chart creates a scraper namespace that enforces restricted and contains no Secret" has_its_own_namespace
check "the scraper namespace has a quota" has_a_quota
check "the scraper namespace rejects pods that are not restricted" privileged_pods_are_refused
check "the operator's token cannot create Jobs in the release namespace or in others" operator_makes_no_job_beside_the_api
check "the scraper namespace allows no ingress, and egress only to the API, DNS and the Internet" networks_are_closed
check "uninstalling removes the scraper namespace, and an upgrade from 0.1.0 creates it" is_upgraded_and_removed
