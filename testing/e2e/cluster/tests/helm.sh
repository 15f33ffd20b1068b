# Installs, upgrades and uninstalls a chart with helm.

h() { helm --namespace "$namespace" "$@"; }

check_install() {
  h install greeting "$cluster/tests/chart" --set image=$probe_image --wait --timeout $patience
  expect "the release's pod" "hello" k exec deployment/greeting -- /probe get http://localhost:8080
}

check_upgrade() {
  h upgrade greeting "$cluster/tests/chart" --set image=$probe_image --set text=changed --wait --timeout $patience
  # The previous pod may end a moment later.
  eventually expect "the release's pod" "changed" k exec deployment/greeting -- /probe get http://localhost:8080
}

check_uninstall() {
  h uninstall greeting --wait --timeout $patience
  refused "not found" k get deployment greeting
}

check "helm installs a chart and waits until it is ready" check_install
check "helm upgrades it" check_upgrade
check "helm uninstalls it" check_uninstall
