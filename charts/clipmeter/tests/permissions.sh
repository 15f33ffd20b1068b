# Tests that docs/operator/security.md, "Reach of each identity", lists exactly the permissions that the chart grants.

# Each file has the name of the values that differ from the defaults.
are_those_in_the_docs() {
  local changed
  rm -rf "$folder/permissions"
  mkdir "$folder/permissions"
  for changed in groups.provision=true groups.provision=false operator.adoptNamespaces=false; do
    render $chart/ci/default-values.yaml --set "$changed" >"$folder/permissions/$changed"
  done
  node $chart/tests/permissions/compare.mjs docs/operator/security.md "$folder"/permissions/*
}

check "the docs list each permission of each account, with the policies that restrict it" are_those_in_the_docs
