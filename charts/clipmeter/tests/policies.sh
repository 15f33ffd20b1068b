# Tests when the admission policies are installed. operator/tests/cluster/attacks tests their effect on the operator, tenants.sh on other
# users.

policies() { grep -c '^kind: ValidatingAdmissionPolicy$' "$folder/objects" || true; }

are_installed_unless_switched_off_or_not_served() {
  render $chart/ci/default-values.yaml >"$folder/objects"
  [ "$(policies)" = 12 ]
  render $chart/ci/default-values.yaml --set admissionPolicies.enabled=false >"$folder/objects"
  [ "$(policies)" = 0 ]
  # Simulates a cluster that lists its kinds, without ValidatingAdmissionPolicy.
  render $chart/ci/default-values.yaml --api-versions apps/v1/Deployment >"$folder/objects"
  [ "$(policies)" = 0 ]
}

check "the policies are installed unless they are disabled or not supported" are_installed_unless_switched_off_or_not_served
