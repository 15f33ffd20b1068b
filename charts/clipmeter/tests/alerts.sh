# Alerts: when they fire, their runbooks, and the outcomes that they cover.

runbooks=docs/operator/alerts.md

# write_rules OPTION...: writes each rendered PrometheusRule as a file that promtool reads.
write_rules() {
  rm -rf "$folder/rules"
  mkdir "$folder/rules"
  render $chart/ci/monitoring-values.yaml --show-only 'templates/monitoring/rules/*.yaml' "$@" \
    | awk -v folder="$folder/rules" '
        /^---/ { file = ""; number++ }
        file { sub(/^  /, ""); print >file }
        /^spec:/ { file = folder "/" number ".yaml" }'
}

alerts() { sed -nE 's/^ +alert: //p' "$folder"/rules/*.yaml | sort; }

are_valid() {
  write_rules
  promtool check rules --lint=all --lint-fatal "$folder"/rules/*.yaml
}

fire_as_described() {
  write_rules
  node $chart/tests/rules/generate.mjs "$folder" "$folder"/rules/*.yaml
  promtool test rules "$folder"/{short,long}.json
}

follow_values() {
  write_rules --set-json 'metrics.rules.slo={"success":0.99,"freshness":0.98}'
  expect "the success objective" '> 0.1440' cat "$folder"/rules/*.yaml
  expect "the freshness objective" '> 0.2880' cat "$folder"/rules/*.yaml
  write_rules --set metrics.rules.severities.ClipmeterQueueStalled=page,metrics.rules.runbookUrl=https://docs.example.com/alerts
  expect "the severity" page grep -A1 'alert: ClipmeterQueueStalled' "$folder"/rules/*.yaml
  expect "the runbook" '"https://docs.example.com/alerts#clipmeterqueuestalled"' cat "$folder"/rules/*.yaml
}

have_a_severity_and_a_runbook() {
  local count text
  write_rules
  count=$(alerts | wc -l)
  [ "$count" -gt 30 ]
  for text in 'labels: { severity: (critical|warning) }' 'summary: ".+"' 'description: ".+"' "runbook_url: \"$runbooks#clipmeter[a-z]+\""; do
    [ "$(cat "$folder"/rules/*.yaml | grep -cE "^ +$text\$")" = "$count" ] || { echo "not every alert has $text"; return 1; }
  done
  diff <(alerts) <(sed -n 's/^### //p' $runbooks | sort)
  [ "$(alerts | uniq --repeated)" = "" ]
}

# Each section has the same parts.
are_complete_runbooks() {
  awk '
    function finish() { if (name && found != "MLDE") { print name ": " found; failed = 1 } }
    /^#/ { finish(); name = /^### / ? $2 : ""; found = "" }
    /^- \*\*Means\*\*: / { found = found "M" }
    /^- \*\*Look at\*\*: / { found = found "L" }
    /^- \*\*Do\*\*: / { found = found "D" }
    /^- \*\*Ends\*\*: / { found = found "E" }
    END { finish(); exit failed }' $runbooks
}

name_the_namespace_of_the_jobs() {
  write_rules
  expect "the Jobs' namespace" 'kubectl get jobs -n clipmeter-scrapers ' grep -A4 'alert: ClipmeterJobsFail' "$folder"/rules/*.yaml
}

outcomes() { sed -nE 's/^ +\(Outcome::\w+, "(\w+)"\),$/\1/p' crates/proto/src/outcome.rs | sort; }
successes() { sed -n '/fn is_success/,/}/p' crates/proto/src/outcome.rs | grep -oE 'Self::\w+' | sed -E 's/Self:://; s/([a-z])([A-Z])/\1_\2/g' | tr A-Z a-z | sort; }
# listed CAUSE: prints the outcomes of the matching causes.
listed() { sed -nE "s/^($1): \\[(.+)\\]\$/\\2/p" $chart/templates/monitoring/_rules.tpl | tr -d ' ' | tr ',' '\n' | sort; }

# Without `uniq`, so that an outcome with two causes is also found.
have_one_cause_each() {
  [ "$(outcomes | wc -l)" = "$(sed -nE 's/^const OUTCOMES: .*; ([0-9]+)\] = \[$/\1/p' crates/proto/src/outcome.rs)" ]
  diff <(outcomes) <(listed '[a-z]+')
  diff <(successes) <(listed success)
}

check "promtool accepts the rules" are_valid
check "each alert fires in its situations, and only then" fire_as_described
check "rules follow the values" follow_values
check "each alert has a severity and a runbook, and each runbook an alert" have_a_severity_and_a_runbook
check "each runbook says what the alert means, what to check and do, and when it ends" are_complete_runbooks
check "ClipmeterJobsFail gives the namespace of the Jobs" name_the_namespace_of_the_jobs
check "each outcome has exactly one cause" have_one_cause_each
