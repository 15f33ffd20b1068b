# Shared functions of the chart's tests.

chart=charts/clipmeter
source testing/e2e/cluster/tests/lib/checks.sh
# The version of the test cluster.
version=$(sed -nE 's/^(require)?\s+k8s\.io\/kubernetes (v[0-9.]+).*/\2/p' testing/e2e/cluster/programs/kubernetes/go.mod)

# Trades memory for processor time: helm, kubectl and promtool live too short to need much garbage collection.
export GOGC=400

# render VALUES [OPTION...]: renders as on a machine without a cluster.
render() { helm template clipmeter $chart --namespace clipmeter --kube-version "$version" --values "$@"; }

# as_json FILE: prints the YAML documents of a file as a JSON array.
as_json() {
  all_as_json "$folder/converted" "$1"
  cat "$folder/converted/$(basename "$1").json"
}

# all_as_json TARGET FILE...: writes the YAML documents of each file as a JSON array, TARGET/NAME.json. Helm converts them, so that the
# tests need no YAML parser; once for all files, because each start of it takes long.
all_as_json() {
  local target=$1
  shift
  rm -rf "$folder/converter"
  mkdir -p "$target" "$folder/converter/templates" "$folder/converter/files"
  echo '{ "apiVersion": "v2", "name": "converter", "version": "1.0.0" }' >"$folder/converter/Chart.yaml"
  cat >"$folder/converter/templates/documents.yaml" <<'TEMPLATE'
{{- $files := dict }}
{{- range $path, $_ := .Files.Glob "files/*" }}
{{- $documents := list }}
{{- range regexSplit "(?m)^---$" ($.Files.Get $path) -1 }}
{{- with fromYaml . }}{{ $documents = append $documents . }}{{ end }}
{{- end }}
{{- $_ := set $files (base $path) $documents }}
{{- end }}
{ "kind": "List", "files": {{ toJson $files }} }
TEMPLATE
  cp "$@" "$folder/converter/files"
  helm template converter "$folder/converter" | sed '/^---$/d; /^# Source: /d' | node -e '
    const { readFileSync, writeFileSync } = require("fs")
    for (const [name, items] of Object.entries(JSON.parse(readFileSync(0, "utf8")).files)) {
      const invalid = items.find(({ Error: error }) => error)
      if (invalid) throw new Error(`${name}: ${invalid.Error}`)
      writeFileSync(`${process.argv[1]}/${name}.json`, JSON.stringify(items))
    }' "$target"
}

# sets: prints the names of the sets of values in ci/.
sets() { basename --multiple --suffix=-values.yaml $chart/ci/*-values.yaml; }
