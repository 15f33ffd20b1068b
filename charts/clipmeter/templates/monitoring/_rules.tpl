{{/* Selector of the release's metrics. */}}
{{- define "clipmeter.where" -}}
namespace={{ .Release.Namespace | quote }}
{{- end }}

{{/* Name and labels of a PrometheusRule: (list . "slo"). */}}
{{- define "clipmeter.ruleMetadata" -}}
{{- $root := index . 0 -}}
{{ include "clipmeter.metadata" (list $root "monitoring" (printf "%s-%s" (include "clipmeter.fullname" $root) (index . 1)) (dict "labels" $root.Values.metrics.rules.labels)) }}
{{- end }}

{{/* All fields of an alert except its condition: (list . NAME SEVERITY SUMMARY DESCRIPTION). */}}
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

{{/* Outcomes by cause, as YAML. tests/alerts.sh checks that each outcome has exactly one cause. */}}
{{- define "clipmeter.causes" -}}
# Successful scrapes.
success: [ok, ok_no_videos, age_restricted]
# Caused by the account or video itself; not counted in the service level objective.
account: [private, not_found, not_available]
identity: [identity_changed, identity_unconfirmed]
# The program or the platform configuration must be changed.
format: [schema_changed, ambiguous_empty, parse_error, unknown_error, endpoint_retired]
# The network path to the platform, or the platform's servers, failed.
network: [transient, unexpected_page]
# The platform refused the address.
refusal: [blocked, rate_limited, captcha, waf_challenge, empty_body]
# A session is missing or needs an administrator.
session: [session_dead, login_required, feedback_required, challenge_required, checkpoint_required, suspended, no_session]
# The scrapers' settings must be changed.
setting: [useragent_mismatch, region_blocked]
{{- end }}

{{/* The outcomes of the given causes as a regular expression: (list "account" "identity"). */}}
{{- define "clipmeter.outcomes" -}}
{{- $causes := include "clipmeter.causes" . | fromYaml -}}
{{- $outcomes := list -}}
{{- range . }}{{ $outcomes = concat $outcomes (get $causes .) }}{{ end -}}
{{- join "|" $outcomes -}}
{{- end }}

{{/* Failure ratio above which an error budget burns too fast: (list . OBJECTIVE BURN). A ratio of 1 or more could never be exceeded. */}}
{{- define "clipmeter.burnThreshold" -}}
{{- $ratio := mulf (index . 2) (subf 1.0 (index . 1)) -}}
{{- if ge $ratio 1.0 }}
{{- fail (printf "metrics.rules.slo: a burn rate of %v never fires with the objective %v: raise the objective, or lower the rate" (index . 2) (index . 1)) }}
{{- end -}}
{{- printf "%.4f" $ratio -}}
{{- end }}
