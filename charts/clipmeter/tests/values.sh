# Tests that values.yaml, its schema and the sets in ci/ cover each other.

are_covered() {
  all_as_json "$folder/values" $chart/values.yaml $chart/ci/*-values.yaml
  diff /dev/null <(node $chart/tests/rendered/values.mjs $chart/values.schema.json "$folder"/values/values.yaml.json "$folder"/values/*-values.yaml.json)
}

check "each setting of the schema is in values.yaml, and changed by a set whose snapshot shows the effect" are_covered

# autoscaling.maxReplicas must fit the database.
connections_are_those_of_the_program() {
  local sum
  sum=$(sed -nE 's/^(pub\(super\) )?const [A-Z_]+_CONNECTIONS: u32 = ([0-9]+);$/\2/p' crates/db/src/database/connect.rs | awk '{ sum += $1 } END { print sum }')
  grep "Each replica opens up to $sum database connections" $chart/values.yaml
  grep "Each replica opens up to $sum database connections" docs/operator/install.md
}

check "values and docs give the number of database connections of a replica" connections_are_those_of_the_program

# Editors and registries show them.
descriptions_are_the_comments() {
  node $chart/tests/rendered/descriptions.mjs $chart/values.yaml $chart/values.schema.json >"$folder/schema.json"
  diff $chart/values.schema.json "$folder/schema.json" || { echo "Run $chart/tests/update-schema."; return 1; }
}

check "the schema contains the comments of values.yaml as descriptions" descriptions_are_the_comments
