# Clusters that consist of a control plane only, and failing starts.

clusters=$(mktemp -d)

one() { kubectl --kubeconfig "$clusters/one/kubeconfig" "$@"; }
two() { kubectl --kubeconfig "$clusters/two/kubeconfig" "$@"; }

check_side_by_side() {
  local first
  "$cluster/up" --control-plane-only "$clusters/one" &
  first=$!
  "$cluster/up" --control-plane-only --controller-manager "$clusters/two"
  wait $first
  one create namespace only-in-one
  two create namespace only-in-two
  refused "not found" one get namespace only-in-two
  refused "not found" two get namespace only-in-one
}

# Of the two, only the second has a controller manager, which creates a namespace's default objects.
check_controller_manager() {
  eventually two get serviceaccount default --namespace only-in-two
  refused "not found" one get serviceaccount default --namespace only-in-one
}

check_kept() {
  "$cluster/up" --control-plane-only "$clusters/one"
  one get namespace only-in-one
}

check_started_anew() {
  choose_folder "$clusters/one"
  stop kube-apiserver
  "$cluster/up" --control-plane-only "$folder"
  one get --raw /readyz
}

check_failure() {
  choose_folder "$clusters/failing"
  mkdir "$folder"
  start broken bash -c 'echo the disk is on fire >&2; exit 3'
  refused "the disk is on fire" wait_for broken false
}

check_foreign_folder() {
  mkdir "$clusters/photos"
  touch "$clusters/photos/holiday.jpeg"
  refused "contains other files" "$cluster/up" --control-plane-only "$clusters/photos"
  refused "contains other files" "$cluster/down" "$clusters/photos"
  [ -e "$clusters/photos/holiday.jpeg" ]
}

# A namespace cannot be created twice.
check_emptied() {
  local output status=0
  printf '#!/bin/sh\nkubectl create namespace once\n' >"$clusters/command"
  chmod +x "$clusters/command"
  output=$("$cluster/with-control-plane" "$clusters/command" false "$clusters/command" 2>&1) || status=$?
  [ "$(grep -c '^namespace/once created$' <<<"$output")" = 2 ] && [ $status = 1 ] || { echo "$status: $output"; return 1; }
}

check_cut_off() { cut_off "$clusters/cut" "$1" "$cluster/up" --control-plane-only; }

check "two control planes run side by side" check_side_by_side
check "the controller manager runs only if requested" check_controller_manager
check "up keeps a running control plane" check_kept
check "up after a crashed component starts a new control plane" check_started_anew
check "each command gets an empty control plane, and a failure is reported" check_emptied
check "a failed start shows the end of the log" check_failure
check "a folder with other files is left unchanged" check_foreign_folder
check "down without a cluster does nothing" "$cluster/down" "$clusters/nothing"
check "down leaves nothing of a control plane" leaves_nothing "$clusters/one"
check "down leaves nothing of a control plane with controller manager" leaves_nothing "$clusters/two"
check "down after a start that was interrupted before any program ran" check_cut_off pki/ca.crt
check "down after a start that was interrupted before the API server was ready" check_cut_off pids/kube-apiserver
rm -rf "$clusters"
