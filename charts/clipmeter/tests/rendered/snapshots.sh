# Functions that render the sets of values and print their snapshots.

snapshots=$chart/tests/snapshots

# write_json: renders each set as $folder/yaml/SET and $folder/json/SET.json, once for all tests.
write_json() {
  local set
  mkdir -p "$folder/yaml"
  for set in $(sets); do render "$chart/ci/$set-values.yaml" >"$folder/yaml/$set"; done
  all_as_json "$folder/json" "$folder"/yaml/*
}

# snapshot SET: prints the set's snapshot.
snapshot() {
  local files=("$folder/json/default.json")
  [ "$1" = default ] || files+=("$folder/json/$1.json")
  node $chart/tests/rendered/snapshot.mjs "${files[@]}"
}
