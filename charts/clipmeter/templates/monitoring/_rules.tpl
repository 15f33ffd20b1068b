{{/* Selector of the release's metrics. */}}
{{- define "clipmeter.where" -}}
namespace={{ .Release.Namespace | quote }}
{{- end }}

{{/* Name and labels of a PrometheusRule: (list . "slo"). */}}
{{- define "clipmeter.ruleMetadata" -}}
{{- $root := index . 0 -}}
{{ include "clipmeter.metadata" (list $root "monitoring" (printf "%s-%s" (include "clipmeter.fullname" $root) (index . 1))) }}
{{- with $root.Values.metrics.rules.labels }}
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* All of an alert except its condition: (list . NAME SEVERITY SUMMARY DESCRIPTION). */}}
{{- define "clipmeter.alert" -}}
{{- $rules := (index . 0).Values.metrics.rules -}}
{{- $name := index . 1 -}}
alert: {{ $name }}
labels: { severity: {{ dig $name (index . 2) $rules.severities }} }
annotations:
  summary: {{ index . 3 | quote }}
  description: {{ index . 4 | quote }}
  runbook_url: {{ printf "%s#%s" $rules.runbookUrl (lower $name) | quote }}
{{- end }}

{{/* Outcomes by cause, as YAML. tests/outcomes.sh checks that each outcome has exactly one. */}}
{{- define "clipmeter.causes" -}}
# Only these are successes.
success: [ok, ok_no_videos, age_restricted]
# The account or video itself; not counted in the service level.
account: [private, not_found, not_available]
identity: [identity_changed, identity_unconfirmed]
# The program or the platform configuration must be changed.
format: [schema_changed, ambiguous_empty, parse_error, unknown_error, endpoint_retired]
# The path to the platform, or the platform's servers.
network: [transient, unexpected_page]
# The platform refuses the address.
refusal: [blocked, rate_limited, captcha, waf_challenge, empty_body]
# Sessions are missing or need an administrator.
session: [session_dead, login_required, feedback_required, challenge_required, checkpoint_required, suspended, no_session]
# Settings of the scrapers.
setting: [useragent_mismatch, region_blocked]
{{- end }}

{{/* Outcomes of causes as a regular expression: (list "account" "identity"). */}}
{{- define "clipmeter.outcomes" -}}
{{- $causes := include "clipmeter.causes" . | fromYaml -}}
{{- $outcomes := list -}}
{{- range . }}{{ $outcomes = concat $outcomes (get $causes .) }}{{ end -}}
{{- join "|" $outcomes -}}
{{- end }}

{{/* Failure ratio above which a budget burns too fast: (list . OBJECTIVE BURN). A ratio of 1 or more could never be exceeded. */}}
{{- define "clipmeter.burnThreshold" -}}
{{- $ratio := mulf (index . 2) (subf 1.0 (index . 1)) -}}
{{- if ge $ratio 1.0 }}
{{- fail (printf "metrics.rules.slo: a burn rate of %v never fires with the objective %v: raise the objective, or lower the rate" (index . 2) (index . 1)) }}
{{- end -}}
{{- printf "%.4f" $ratio -}}
{{- end }}
