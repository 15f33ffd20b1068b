# Alerts and the dashboard use metrics that the programs export.

# queried_metrics: prints the names without the suffixes of counters and histograms.
queried_metrics() {
  grep --no-filename --only-matching --extended-regexp 'clipmeter_[a-z_]+' $chart/templates/monitoring/rules.yaml $chart/dashboards/clipmeter.json \
    | sed -E 's/^clipmeter_//; s/_(total|bucket|sum|count)$//' | sort --unique
}

are_exported() {
  local metric missing=
  for metric in $(queried_metrics); do
    grep --quiet --recursive --fixed-strings "\"$metric\"" operator/src api/server/src || missing+=" $metric"
  done
  [ -z "$missing" ] || { echo "no program exports:$missing"; return 1; }
}

check "alerts and dashboard use only metrics that the programs export" are_exported
