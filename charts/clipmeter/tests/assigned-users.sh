# Tests the pods in a namespace that assigns their users, as OpenShift's security context constraint restricted-v2 does: a fixed user or
# group outside the namespace's range is refused. A policy takes the place of the constraint; unlike it, it does not assign users.

assigned=assigned
kubectl create namespace $assigned >/dev/null
kubectl label namespace $assigned pod-security.kubernetes.io/enforce=restricted users=assigned >/dev/null
kubectl apply -f - >/dev/null <<'POLICY'
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: assigned-users }
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  variables:
    - name: containers
      expression: object.spec.containers + object.spec.?initContainers.orValue([])
    - name: users
      expression: >-
        [object.spec.?securityContext.?runAsUser, object.spec.?securityContext.?runAsGroup, object.spec.?securityContext.?fsGroup].map(id, id.orValue(1000650000))
        + variables.containers.map(it, it.?securityContext.?runAsUser.orValue(1000650000))
  validations:
    - expression: variables.users.all(id, id >= 1000650000 && id < 1000660000)
      message: the user or group is outside the range of the namespace
    - expression: >-
        object.spec.?volumes.orValue([]).all(it, has(it.configMap) || has(it.emptyDir) || has(it.projected) || has(it.secret)
        || has(it.downwardAPI) || has(it.persistentVolumeClaim))
      message: a kind of volume is not allowed
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: assigned-users }
spec:
  policyName: assigned-users
  validationActions: [Deny]
  matchResources: { namespaceSelector: { matchLabels: { users: assigned } } }
POLICY

# pods VALUES: writes the pods of all workloads, one file each, and prints the files.
pods() {
  render "$1" >"$folder/objects"
  as_json "$folder/objects" >"$folder/objects.json"
  rm -rf "$folder/pods"
  mkdir "$folder/pods"
  node $chart/tests/rendered/pods.mjs "$folder/objects.json" "$folder/pods"
  ls "$folder"/pods/*.json
}
create_pod() { kubectl create --namespace $assigned --dry-run=server --filename "$1"; }

pods_take_assigned_users() {
  local files pod
  files=$(pods $chart/ci/openshift-values.yaml)
  # The API, the operator, the database and the pod of helm test.
  expect "the workloads" 4 wc -l <<<"$files"
  for pod in $files; do create_pod "$pod"; done
}

fixed_users_are_refused() {
  local pod
  for pod in $(pods $chart/ci/default-values.yaml); do
    eventually refused "outside the range" create_pod "$pod"
  done
}

check "with default values, a cluster that assigns users refuses all pods" fixed_users_are_refused
check "with the values for OpenShift, such a cluster accepts all pods" pods_take_assigned_users
