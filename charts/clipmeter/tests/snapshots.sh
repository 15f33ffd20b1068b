# Compares each set of values with its snapshot: the objects of the default values, and the differences of the other sets from them.
# tests/update-snapshots writes the snapshots.

source $chart/tests/rendered/snapshots.sh

is_as_in_the_snapshot() {
  snapshot "$1" >"$folder/snapshot"
  diff "$snapshots/$1.txt" "$folder/snapshot" || { echo "If the change is intended, run $chart/tests/update-snapshots and review the snapshots."; return 1; }
}

have_values() { diff <(basename --multiple --suffix=.txt $snapshots/*.txt) <(sets); }

write_json
for set in $(sets); do check "$set: the objects are those of the snapshot" is_as_in_the_snapshot "$set"; done
check "each snapshot has a set of values" have_values
