# Tests that alerts, the dashboard and autoscaling use only metrics that the programs export.

# queried_metrics: prints the names without the suffixes of counters, histograms and rates.
queried_metrics() {
  grep --recursive --no-filename --only-matching --extended-regexp 'clipmeter_[a-z_]+' $chart/templates/monitoring $chart/{dashboards/clipmeter.json,ci} \
    | sed -E 's/^clipmeter_//; s/_(total|bucket|sum|count|per_second)$//' | sort --unique
}

are_exported() {
  local metric missing=
  for metric in $(queried_metrics); do
    grep --quiet --recursive --fixed-strings "\"$metric\"" operator/src api/server/src || missing+=" $metric"
  done
  [ -z "$missing" ] || { echo "no program exports:$missing"; return 1; }
}

# Writes the queries as recording rules, because promtool checks the expressions of those. A remaining @ is an unknown placeholder.
has_valid_queries() {
  render $chart/ci/monitoring-values.yaml --show-only templates/monitoring/dashboard.yaml \
    | sed '1,/clipmeter.json: |/d' | sed '/^ *{}$/d' >"$folder/dashboard.json"
  node -e '
    const { panels } = JSON.parse(require("fs").readFileSync(process.argv[1]))
    const queries = panels.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => expr))
    const rules = queries.map((expr, at) => ({ record: `query:${at}`, expr: expr.replaceAll("$__rate_interval", "5m") }))
    console.log(JSON.stringify({ groups: [{ name: "dashboard", rules }] }))' "$folder/dashboard.json" >"$folder/dashboard-rules.json"
  promtool check rules "$folder/dashboard-rules.json"
  refused "" grep -n '@' "$folder/dashboard.json"
}

check "alerts, dashboard and autoscaling use only metrics that the programs export" are_exported
check "each query of the dashboard is valid" has_valid_queries
