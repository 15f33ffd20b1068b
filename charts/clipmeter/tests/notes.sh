# Tests the notes that Helm prints after an installation.

# notes VALUES [OPTION...]: renders the notes. Helm renders them only with access to a cluster, so a copy of the chart has them as a field.
notes() {
  if [ ! -e "$folder/noted" ]; then
    cp -R $chart "$folder/noted"
    { echo 'notes: |'; sed 's/^/  /' $chart/templates/NOTES.txt; } >"$folder/noted/templates/notes.yaml"
  fi
  helm template clipmeter "$folder/noted" --namespace clipmeter --kube-version "$version" --show-only templates/notes.yaml --values "$@"
}

mention_accounts_that_must_exist() {
  refused "" grep "service account" <(notes $chart/ci/default-values.yaml)
  expect "the notes" "until the service account clipmeter/other exists" notes $chart/ci/default-values.yaml \
    --set api.serviceAccount.create=false,api.serviceAccount.name=other
  expect "the notes" "until the service accounts clipmeter/analytics-api, clipmeter/clipmeter-operator, clipmeter-scrapers/clipmeter-scraper exist," \
    notes $chart/ci/existing-accounts-values.yaml
}

mention_the_autoscaler() {
  refused "" grep "autoscaler" <(notes $chart/ci/default-values.yaml)
  expect "the notes" "replicas is between 3 and 8." notes $chart/ci/autoscaling-values.yaml
}

mention_secrets_of_scrapers() {
  refused "" grep "needs the Secret" <(notes $chart/ci/default-values.yaml)
  expect "the notes" "needs the Secret collector-headers of" notes $chart/ci/tracing-values.yaml
  expect "the notes" "needs the Secrets registry, collector-headers of" notes $chart/ci/tracing-values.yaml \
    --set 'image.pullSecrets[0].name=registry'
}

check "the notes list the service accounts that must exist" mention_accounts_that_must_exist
check "the notes say how to check the autoscaler" mention_the_autoscaler
check "the notes list the Secrets that scrapers need" mention_secrets_of_scrapers
