# Tests the policies that apply to every user, on the release that the previous tests have installed.

kubectl create namespace shop >/dev/null
kubectl create rolebinding editor --namespace shop --clusterrole edit --user editor >/dev/null
kubectl create clusterrole labeler --verb=get,create,update,patch --resource=namespaces,namespaces/status,namespaces/finalize >/dev/null
kubectl create clusterrolebinding labeler --clusterrole labeler --user labeler --user platform >/dev/null
kubectl create clusterrole platform --verb=create --resource=clientgroups.clipmeter.io >/dev/null
kubectl create clusterrolebinding platform --clusterrole platform --user platform >/dev/null

# The default role `edit` of a namespace includes the roles of groups.
editor() { kubectl --as=editor --namespace shop "$@"; }
labeler() { kubectl --as=labeler "$@"; }
group=clipmeter.io/client-group

# tracked_object KIND: prints an object of the kind, named after it.
tracked_object() {
  local spec='{"username": "nasa"}'
  [ "$1" != TikTokVideo ] || spec='{"url": "https://www.tiktok.com/@nasa/video/7526770564367748360"}'
  echo "{\"apiVersion\": \"clipmeter.io/v1beta1\", \"kind\": \"$1\", \"metadata\": {\"name\": \"${1,,}\"}, \"spec\": $spec}"
}
create() { tracked_object "$1" | editor create -f -; }
change() { editor patch "$1" "$1" --dry-run=server --type merge --patch '{"spec": {"suspend": true}}'; }

# The controllers that aggregate roles and the API server's caches need a moment.
editor_may_edit() { [ "$(editor auth can-i create tiktokvideos.clipmeter.io)" = yes ]; }

objects_are_created_only_in_groups() {
  local kind
  eventually editor_may_edit
  for kind in InstagramAccount TikTokAccount TikTokVideo; do
    refused "belongs to no client group" create $kind
    refused "belongs to no client group" kubectl create --namespace shop -f <(tracked_object $kind)
  done
  # A label without a name is none.
  kubectl label namespace shop $group=
  eventually refused "belongs to no client group" create TikTokVideo
  kubectl label namespace shop --overwrite $group=shop
  for kind in InstagramAccount TikTokAccount TikTokVideo; do eventually create $kind; done
  change tiktokaccount
}

# Follows the previous test.
objects_outside_groups_can_only_be_deleted() {
  local kind
  kubectl label namespace shop $group-
  for kind in instagramaccount tiktokvideo; do
    eventually refused "belongs to no client group" change $kind
    editor annotate $kind $kind clipmeter.io/skip-purge=true
    kubectl patch $kind $kind --namespace shop --type merge --patch '{"metadata": {"finalizers": ["clipmeter.io/purge"]}}'
    kubectl patch $kind $kind --namespace shop --type merge --subresource status --patch '{"status": {"views": 1}}'
    editor delete $kind $kind --wait=false
    kubectl patch $kind $kind --namespace shop --type merge --patch '{"metadata": {"finalizers": null}}'
    eventually refused NotFound editor get $kind $kind
  done
  editor delete tiktokaccount tiktokaccount
}

label_is_set_only_by_admins() {
  local text="only users who can create ClientGroups may set, change or remove it" labels
  refused "$text" labeler label namespace shop $group=shop
  labels='{"metadata": {"labels": {"clipmeter.io/client-group": "shop"}}}'
  refused "$text" labeler patch namespace shop --type merge --subresource status --patch "$labels"
  refused "$text" labeler create -f - <<<'{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "cg-later", "labels": {"clipmeter.io/client-group": "later"}}}'
  labeler label namespace shop team=shop
  labeler create namespace cg-plain

  kubectl --as=platform label namespace shop $group=shop
  refused "$text" labeler label namespace shop --overwrite $group=other
  refused "$text" labeler label namespace shop $group-
  labeler label namespace shop team-
  kubectl --as=platform label namespace shop $group-
}

quota_is_not_changed_by_tenants() {
  local role verb
  for role in edit admin; do
    kubectl create rolebinding $role-tenant --namespace shop --clusterrole $role --user $role-tenant
    for verb in create update patch delete deletecollection; do can --as=$role-tenant no shop $verb resourcequotas; done
    for verb in update patch delete; do can --as=$role-tenant no shop $verb namespaces/shop; done
  done
}

check "accounts and videos are created only in namespaces of groups" objects_are_created_only_in_groups
check "accounts and videos outside groups can be deleted, but not changed" objects_outside_groups_can_only_be_deleted
check "only admins assign namespaces to groups" label_is_set_only_by_admins
check "editors and admins of a namespace can change neither its quota nor its label" asked quota_is_not_changed_by_tenants
