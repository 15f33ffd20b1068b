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

# A busy DNS server may answer too late, which is another error.
check_missing_name() { eventually refused "no such host" k exec client -- /probe get http://nobody; }

check "the node is ready" check_node
check "a Job with a restricted pod completes" check_job
check "the log of the Job can be read" check_logs
check "a Job whose program fails has failed, and its log contains the reason" check_failing_job
check "a pod with a server becomes ready" check_server
check "a command runs in a pod" check_exec
pod client '[serve, ":8080", a client]' | k apply --filename - >/dev/null
check "a second pod becomes ready" k wait --for=condition=Ready pod/client --timeout=$patience
check "a Service can be reached by each of its names" check_service_by_name
check "a pod can reach itself through its Service" check_own_service
check "a name without a Service is unknown" check_missing_name
