# Shared functions of the chart's tests.

chart=charts/clipmeter
source testing/e2e/cluster/tests/lib/checks.sh
# The version of the test cluster.
version=$(sed -nE 's/^(require)?\s+k8s\.io\/kubernetes (v[0-9.]+).*/\2/p' testing/e2e/cluster/programs/kubernetes/go.mod)

# render VALUES [OPTION...]: renders as on a machine without a cluster.
render() { helm template clipmeter $chart --namespace clipmeter --kube-version "$version" --values "$@"; }
