# Refused operations: unrestricted pods, exceeding the quota, missing role permissions, tokens for another audience.

check_privileged_pod() {
  refused 'violates PodSecurity "restricted' k run root --image "$probe_image" --privileged
}

check_default_pod() {
  refused 'violates PodSecurity "restricted' k run plain --image "$probe_image"
}

check_quota() {
  local counted=count/cronjobs.batch
  k create quota one --hard $counted=1
  # Until the quota has been counted, everything is refused with another text.
  k wait --for="jsonpath={.status.hard.count/cronjobs\.batch}=1" quota/one --timeout=$patience
  # The API server reads the count from a cache.
  eventually k create cronjob first --image "$probe_image" --schedule '0 0 1 1 *'
  refused "exceeded quota: one, requested: $counted=1, used: $counted=1, limited: $counted=1" \
    k create cronjob second --image "$probe_image" --schedule '0 0 1 1 *'
}

check_rbac() {
  k create role reader --verb get,list --resource configmaps
  k create rolebinding reader --role reader --user jane
  k create configmap public
  # A new binding reaches the API server's authorizer after a moment.
  eventually k get configmap public --as jane
  refused 'User "jane" cannot delete resource "configmaps"' k delete configmap public --as jane
  refused 'User "jane" cannot list resource "secrets"' k get secrets --as jane
  refused 'User "joan" cannot get resource "configmaps"' k get configmap public --as joan
  refused 'User "jane" cannot list resource "configmaps"' k get configmaps --as jane --namespace default
}

# review AUDIENCE: prints the API server's review of the token in the pod.
review() {
  local token
  token=$(k exec holder -- /probe read $token_folder/token)
  k create --output yaml --filename - <<YAML
apiVersion: authentication.k8s.io/v1
kind: TokenReview
spec: {token: $token, audiences: [$1]}
YAML
}

check_token() {
  local name
  pod holder '[serve, ":8080", a holder of a token]' clipmeter-test | k apply --filename -
  k wait --for=condition=Ready pod/holder --timeout=$patience
  for name in "authenticated: true" "- clipmeter-test" "username: system:serviceaccount:$namespace:default" \
    "authentication.kubernetes.io/pod-name"; do
    expect "the review" "$name" review clipmeter-test
  done
}

check_token_of_another_audience() {
  local review
  review=$(review somebody-else)
  [[ $review == *"token audiences"* && $review != *"authenticated: true"* ]] || { echo "$review"; return 1; }
}

check "a privileged pod is rejected" check_privileged_pod
check "a pod without a security context is rejected" check_default_pod
check "an object beyond the quota is rejected" check_quota
check "a role grants its permissions and no others" check_rbac
check "a pod's token is accepted for its audience, with its pod" check_token
check "a pod's token is rejected for another audience" check_token_of_another_audience
