# Tests the allowed and forbidden actions of each account, on the release that the previous tests have installed.

account() { echo "--as=system:serviceaccount:kept:clipmeter-$1"; }
scraper=--as=system:serviceaccount:kept-scrapers:clipmeter-scraper

kubectl create namespace cg-acme >/dev/null
kubectl create rolebinding viewer --namespace cg-acme --clusterrole clipmeter-view --user viewer >/dev/null
kubectl create rolebinding editor --namespace cg-acme --clusterrole clipmeter-edit --user editor >/dev/null

# asked FUNCTION: runs a function, and then answers all its questions from one process.
asked() {
  local questions=$folder/questions
  : >"$questions"
  "$@"
  node $chart/tests/rights.mjs "$questions"
}

# can SUBJECT EXPECTED NAMESPACE VERB RESOURCE...: SUBJECT is an option of kubectl; RESOURCE may end with /NAME or :SUBRESOURCE.
can() { echo "$*" >>"${questions:?can needs asked}"; }

tracked="instagramaccounts.clipmeter.io tiktokaccounts.clipmeter.io tiktokvideos.clipmeter.io"

operator_acts() {
  local subject verb
  subject=$(account operator)
  for verb in get list watch patch delete; do can "$subject" yes cg-acme $verb $tracked; done
  can "$subject" yes cg-acme patch {instagramaccounts,tiktokaccounts,tiktokvideos,clientgroups,scrapepolicies,platformconfigs,scraperpools}.clipmeter.io:status
  for verb in get list watch; do can "$subject" yes cg-acme $verb {platformconfigs,scraperpools}.clipmeter.io; done
  for verb in get list watch create patch delete; do
    can "$subject" yes cg-acme $verb namespaces resourcequotas rolebindings.rbac.authorization.k8s.io
  done
  for verb in get list watch create delete; do can "$subject" yes kept-scrapers $verb jobs.batch; done
  # Jobs of charts before 0.2.0.
  for verb in list delete; do can "$subject" yes kept $verb jobs.batch; done
  can "$subject" yes kept create leases.coordination.k8s.io
  can "$subject" yes kept update leases.coordination.k8s.io/clipmeter-operator
  can "$subject" yes cg-acme create events.events.k8s.io
  can "$subject" yes cg-acme bind clusterroles.rbac.authorization.k8s.io/clipmeter-edit
  can "$subject" yes cg-acme list pods services persistentvolumeclaims jobs.batch deployments.apps
}

operator_does_no_more() {
  local subject verb
  subject=$(account operator)
  can "$subject" no kept get secrets configmaps pods:log
  can "$subject" no kept delete pods deployments.apps
  for verb in create update patch; do can "$subject" no kept $verb jobs.batch; done
  can "$subject" no cg-acme delete jobs.batch
  for verb in get list create; do can "$subject" no kept-scrapers $verb secrets configmaps; done
  for verb in update patch; do can "$subject" no kept-scrapers $verb jobs.batch; done
  can "$subject" no kept-scrapers create pods pods:exec serviceaccounts:token leases.coordination.k8s.io
  can "$subject" no kept create pods pods:exec serviceaccounts:token secrets
  can "$subject" no kept update leases.coordination.k8s.io/another
  can "$subject" no cg-acme create jobs.batch $tracked clientgroups.clipmeter.io
  can "$subject" no cg-acme delete clientgroups.clipmeter.io scrapepolicies.clipmeter.io
  for verb in create patch delete; do can "$subject" no cg-acme $verb {platformconfigs,scraperpools}.clipmeter.io; done
  can "$subject" no cg-acme get pods secrets
  can "$subject" no cg-acme list secrets configmaps
  can "$subject" no cg-acme bind clusterroles.rbac.authorization.k8s.io/cluster-admin
  can "$subject" no cg-acme escalate clusterroles.rbac.authorization.k8s.io
  can "$subject" no cg-acme create tokenreviews.authentication.k8s.io
}

operator_gives_no_other_role() {
  refused "attempting to grant" kubectl create rolebinding more --namespace cg-acme --clusterrole cluster-admin --user mallory "$(account operator)"
  # RBAC allows this request, but cg-acme does not have the label of a group.
  refused "role bindings only in namespaces of groups" kubectl create rolebinding given --namespace cg-acme --clusterrole clipmeter-edit --user mara "$(account operator)"
}

api_acts() {
  local subject verb
  subject=$(account api)
  for verb in get create patch delete; do
    can "$subject" yes cg-acme $verb $tracked clientgroups.clipmeter.io scrapepolicies.clipmeter.io
  done
  can "$subject" yes cg-acme list clientgroups.clipmeter.io
  can "$subject" yes cg-acme create tokenreviews.authentication.k8s.io
  can "$subject" yes kept create events.events.k8s.io
}

api_does_no_more() {
  local subject namespace
  subject=$(account api)
  can "$subject" no cg-acme list $tracked scrapepolicies.clipmeter.io
  for verb in get list create patch delete; do can "$subject" no cg-acme $verb {platformconfigs,scraperpools}.clipmeter.io; done
  can "$subject" no cg-acme watch $tracked clientgroups.clipmeter.io scrapepolicies.clipmeter.io
  can "$subject" no kept get secrets pods configmaps leases.coordination.k8s.io
  for namespace in kept kept-scrapers; do can "$subject" no $namespace create jobs.batch pods serviceaccounts:token; done
  can "$subject" no cg-acme create events.events.k8s.io
  for verb in get list patch delete; do can "$subject" no kept $verb events.events.k8s.io; done
  can "$subject" no cg-acme create namespaces rolebindings.rbac.authorization.k8s.io resourcequotas
  can "$subject" no cg-acme patch instagramaccounts.clipmeter.io:status clientgroups.clipmeter.io:status
}

scraper_has_nothing() {
  local verb namespace
  for verb in get list create delete; do
    for namespace in kept kept-scrapers; do can "$scraper" no $namespace $verb pods secrets jobs.batch configmaps $tracked; done
  done
  [ "$(kubectl get serviceaccount clipmeter-scraper --namespace kept-scrapers -o jsonpath='{.automountServiceAccountToken}')" = false ]
}

viewer_reads_accounts() {
  local verb
  for verb in get list watch; do can --as=viewer yes cg-acme $verb $tracked events resourcequotas; done
  for verb in create update patch delete; do can --as=viewer no cg-acme $verb $tracked; done
  can --as=viewer no kept list $tracked
  can --as=viewer no cg-acme list scraperpools.clipmeter.io
}

editor_manages_accounts() {
  local verb
  for verb in get list watch create update patch delete deletecollection; do can --as=editor yes cg-acme $verb $tracked; done
  can --as=editor no kept create $tracked
  can --as=editor no cg-acme patch instagramaccounts.clipmeter.io:status resourcequotas clientgroups.clipmeter.io
  for verb in get create; do can --as=editor no cg-acme $verb {platformconfigs,scrapepolicies,scraperpools}.clipmeter.io; done
  can --as=editor no cg-acme create pods jobs.batch secrets rolebindings.rbac.authorization.k8s.io
  can --as=editor no cg-acme get secrets pods
}

check "the operator has the permissions that it needs" asked operator_acts
check "the operator has no other permissions" asked operator_does_no_more
check "the operator can grant the roles of groups and no others" operator_gives_no_other_role
check "the API has the permissions that it needs" asked api_acts
check "the API has no other permissions" asked api_does_no_more
check "scrapers have no permissions, and no token for the cluster" asked scraper_has_nothing
check "a viewer of a group can only read its accounts" asked viewer_reads_accounts
check "an editor of a group can only manage its accounts" asked editor_manages_accounts
