# Functions that render the sets of values and print their snapshots.

snapshots=$chart/tests/snapshots

# write_json: renders each set as $folder/json/SET.json, once for all tests.
write_json() {
  local set
  mkdir -p "$folder/json"
  for set in $(sets); do
    render "$chart/ci/$set-values.yaml" >"$folder/objects"
    as_json "$folder/objects" >"$folder/json/$set.json"
  done
}

# snapshot SET: prints the set's snapshot.
snapshot() {
  local files=("$folder/json/default.json")
  [ "$1" = default ] || files+=("$folder/json/$1.json")
  node $chart/tests/rendered/snapshot.mjs "${files[@]}"
}
