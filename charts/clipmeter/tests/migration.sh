# Tests the name of the migration Job: Kubernetes refuses to change the pod of a Job, and an upgrade without changes must not repeat it.

# job [OPTION...]: prints the name of the Job.
job() {
  render $chart/ci/migration-job-values.yaml --show-only templates/migration/job.yaml "$@" | sed -nE 's/^  name: (clipmeter-migration-.*)/\1/p'
}

is_named_after_its_pod() {
  local name=
  name=$(job)
  [[ $name =~ ^clipmeter-migration-[0-9a-f]{8}$ ]] || { echo "unexpected name: $name"; return 1; }
  local option
  for option in api.replicas=5 api.autoscaling.enabled=true api.migrationJob.activeDeadlineSeconds=60 api.runWaitSeconds=5; do
    [ "$(job --set $option)" = "$name" ] || { echo "$option changes the name, but not the pod"; return 1; }
  done
  for option in image.tag=0.3.0 api.resources.limits.memory=1Gi api.podLabels.tier=web api.log=debug; do
    [ "$(job --set $option)" != "$name" ] || { echo "$option changes the pod, but not the name"; return 1; }
  done
}

check "the migration Job has a new name exactly if its pod changes" is_named_after_its_pod
