# Tests that no set of values prevents a start, an upgrade or the drain of a node, on one, two and three nodes. Without a cluster: the
# rules of the scheduler, Deployments and PodDisruptionBudgets are simulated (rendered/rollouts.mjs).

rollouts() { node $chart/tests/rendered/rollouts.mjs "$@"; }

all_complete() { rollouts "$folder"/json/*.json; }

# blocked STATEMENTS: changes the objects of ha-values.yaml with statements in JavaScript and simulates them.
blocked() {
  node -e '
    const objects = JSON.parse(require("fs").readFileSync(process.argv[1]))
    const of = (kind) => objects.find(({ kind: each, metadata }) => each === kind && metadata.name === "clipmeter-api")
    eval(process.argv[2])
    console.log(JSON.stringify(objects))' "$folder/json/ha.json" "$1" >"$folder/blocked.json"
  rollouts "$folder/blocked.json"
}

# Otherwise, the test above could not fail.
deadlocks_are_found() {
  local required='of("Deployment").spec.template.spec.affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
    { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { "app.kubernetes.io/component": "api" } } }] } }'
  refused "with 3 replicas on 2 nodes: start never completes" blocked "$required"
  refused "with 3 replicas on 3 nodes: rollout never completes" blocked "$required"
  refused "with 3 replicas on 2 nodes and zones: start never completes" blocked "${required/kubernetes.io\/hostname/topology.kubernetes.io/zone}"
  refused "with 3 replicas on 3 nodes: drain never completes" blocked 'of("PodDisruptionBudget").spec.maxUnavailable = 0'
  refused "with 3 replicas on 2 nodes: rollout never completes" blocked '
    for (const spread of of("Deployment").spec.template.spec.topologySpreadConstraints) {
      spread.whenUnsatisfiable = "DoNotSchedule"
      delete spread.matchLabelKeys
    }
    of("Deployment").spec.strategy.rollingUpdate = { maxSurge: 0, maxUnavailable: 0 }'
  refused "with 1 replicas on 1 nodes: rollout never completes" blocked "$required; of('Deployment').spec.replicas = 1"
}

# A single pod can always be evicted, and a share is rounded up to at least one pod.
budgets_allow_an_eviction() {
  local value
  mkdir "$folder/budgets"
  for value in 1 3 1% 100%; do
    render $chart/ci/ha-values.yaml --set "api.podDisruptionBudget.maxUnavailable=$value" >"$folder/budgets/budget-$value"
  done
  all_as_json "$folder/budgets" "$folder"/budgets/*
  rollouts "$folder"/budgets/*.json
}

check "no set of values prevents a start, an upgrade or the drain of a node on one, two or three nodes" all_complete
check "rules that prevent a start, an upgrade or a drain are found" deadlocks_are_found
check "each valid budget allows the drain of a node" budgets_allow_an_eviction
