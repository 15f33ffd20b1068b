# Shared functions of the chart's tests.

chart=charts/clipmeter
source testing/e2e/cluster/tests/lib/checks.sh
# The version of the test cluster.
version=$(sed -nE 's/^(require)?\s+k8s\.io\/kubernetes (v[0-9.]+).*/\2/p' testing/e2e/cluster/programs/kubernetes/go.mod)

# render VALUES [OPTION...]: renders as on a machine without a cluster.
render() { helm template clipmeter $chart --namespace clipmeter --kube-version "$version" --values "$@"; }

# as_json FILE: prints the YAML documents of a file as a JSON array. Helm converts them, so that the tests need no YAML parser.
as_json() {
  mkdir -p "$folder/converter/templates"
  echo '{ "apiVersion": "v2", "name": "converter", "version": "1.0.0" }' >"$folder/converter/Chart.yaml"
  cat >"$folder/converter/templates/documents.yaml" <<'TEMPLATE'
{{- $documents := list }}
{{- range regexSplit "(?m)^---$" (.Files.Get "documents.yaml") -1 }}
{{- with fromYaml . }}{{ $documents = append $documents . }}{{ end }}
{{- end }}
{ "kind": "List", "items": {{ toJson $documents }} }
TEMPLATE
  cp "$1" "$folder/converter/documents.yaml"
  helm template converter "$folder/converter" | sed '/^---$/d; /^# Source: /d' | node -e '
    const { items } = JSON.parse(require("fs").readFileSync(0, "utf8"))
    const invalid = items.find(({ Error: error }) => error)
    if (invalid) throw new Error(invalid.Error)
    process.stdout.write(JSON.stringify(items))'
}

# sets: prints the names of the sets of values in ci/.
sets() { basename --multiple --suffix=-values.yaml $chart/ci/*-values.yaml; }
