# Manifests of the tests.

# pod_spec ARGUMENTS [AUDIENCE]: a pod that a namespace with enforced `restricted` accepts. With an audience, it has a token for it.
pod_spec() {
  cat <<YAML
restartPolicy: Never
automountServiceAccountToken: false
terminationGracePeriodSeconds: 1
securityContext:
  runAsNonRoot: true
  seccompProfile: {type: RuntimeDefault}
containers:
  - name: probe
    image: $probe_image
    imagePullPolicy: Never
    args: $1
    resources: {limits: {memory: 64Mi, cpu: 200m}}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: {drop: [ALL]}
YAML
  [ -n "${2:-}" ] || return 0
  cat <<YAML
    volumeMounts: [{name: token, mountPath: $token_folder, readOnly: true}]
volumes:
  - name: token
    projected:
      sources: [{serviceAccountToken: {path: token, audience: $2, expirationSeconds: 600}}]
YAML
}

token_folder=/var/run/secrets/clipmeter

# indented COLUMNS: prints its input with additional indentation.
indented() { sed "s/^/$(printf '%*s' "$1" '')/"; }

# job NAME ARGUMENTS
job() {
  cat <<YAML
apiVersion: batch/v1
kind: Job
metadata: {name: $1}
spec:
  backoffLimit: 0
  template:
    spec:
$(pod_spec "$2" | indented 6)
YAML
}

# pod NAME ARGUMENTS [AUDIENCE]
pod() {
  cat <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $1, labels: {app: $1}}
spec:
$(pod_spec "$2" "${3:-}" | indented 2)
YAML
}
