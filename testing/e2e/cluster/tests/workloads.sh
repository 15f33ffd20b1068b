# Workloads: the node, Jobs, logs, commands in pods, Services by name.

check_node() { k wait --for=condition=Ready node --all --timeout=$patience; }

check_job() {
  job once '[say, hello from a job]' | k apply --filename -
  k wait --for=condition=Complete job/once --timeout=$patience
}

check_logs() { expect "the Job's log" "hello from a job" k logs job/once; }

check_failing_job() {
  job broken '[nonsense]' | k apply --filename -
  k wait --for=condition=Failed job/broken --timeout=$patience
  expect "the Job's log" "probe say WORD" k logs job/broken
}

check_server() {
  pod server '[serve, ":8080", hello from a server]' | k apply --filename -
  k expose pod server --port 80 --target-port 8080
  k wait --for=condition=Ready pod/server --timeout=$patience
}

check_exec() { expect "a command in a pod" "hello from within" k exec server -- /probe say hello from within; }

# Requests the Service from another pod, by each name that a program may use.
check_service_by_name() {
  local name
  for name in server "server.$namespace" "server.$namespace.svc.cluster.local"; do
    eventually k exec client -- /probe get "http://$name"
    expect "$name" "hello from a server" k exec client -- /probe get "http://$name"
  done
}

# With the namespace, since the short name resolves to the pod itself through its own /etc/hosts.
check_own_service() {
  expect "the pod's own Service" "hello from a server" k exec server -- /probe get "http://server.$namespace"
}

check_missing_name() { refused "no such host" k exec client -- /probe get http://nobody; }

check "the node is ready" check_node
check "a Job of a restricted pod completes" check_job
check "its log is read" check_logs
check "a Job whose program fails is failed, and its log tells why" check_failing_job
check "a pod that serves is ready" check_server
check "a command runs in a pod" check_exec
pod client '[serve, ":8080", a client]' | k apply --filename - >/dev/null
check "a second pod is ready" k wait --for=condition=Ready pod/client --timeout=$patience
check "a Service is reached by each of its names" check_service_by_name
check "a pod reaches itself through its Service" check_own_service
check "a name that is nobody's is unknown" check_missing_name
