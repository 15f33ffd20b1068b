# The tested cluster: one of our own, or the current one.

# start_own_cluster: sets `folder` and KUBECONFIG. If no cluster can run, the test is skipped, or fails with CI=true.
start_own_cluster() {
  local status=0
  choose_folder "$(mktemp -d)/cluster"
  trap '"$cluster/down" "$folder"; rm -rf "$(dirname "$folder")"' EXIT
  KUBECONFIG=$("$cluster/up" "$folder") || status=$?
  export KUBECONFIG
  if [ $status = $cannot_status ] && [ "${CI:-}" != true ]; then
    echo "skipped"
    exit 0
  fi
  [ $status = 0 ] || exit $status
}

use_current_cluster() {
  trap 'kubectl delete namespace "$namespace" --ignore-not-found --wait=false >/dev/null' EXIT
  echo "Testing the cluster of the context $(kubectl config current-context)"
}

# make_namespace: creates a namespace that allows only restricted pods, and loads the image of the tests' pods.
make_namespace() {
  "$cluster/image" $probe_image "$probe"
  kubectl create namespace "$namespace" >/dev/null
  kubectl label namespace "$namespace" pod-security.kubernetes.io/enforce=restricted >/dev/null
}
