{{/* The environment variables for traces, if an endpoint is set. The programs sample by the trace's ID alone: browsers ask to record every
trace. */}}
{{- define "clipmeter.tracingEnv" -}}
{{- with .Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_TRACES_SAMPLER
  value: traceidratio
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .samplerRatio | quote }}
{{- with .headers.existingSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $.Values.tracing.headers.key }} } }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Egress to the collector, if traces are exported. */}}
{{- define "clipmeter.egressTracing" -}}
{{- if .Values.tracing.endpoint }}
{{- if not .Values.networkPolicy.tracing.to }}
{{- fail "networkPolicy.tracing.to is not set: set it to the NetworkPolicy peers of the collector in tracing.endpoint" }}
{{- end }}
- to:
    {{- toYaml .Values.networkPolicy.tracing.to | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ regexFind "[0-9]+$" .Values.tracing.endpoint }} }
{{- end }}
{{- end }}

{{/* The environment variables of scrapers, as a list in YAML. */}}
{{- define "clipmeter.scraperEnv" -}}
{{- $env := concat (include "clipmeter.tracingEnv" . | fromYamlArray) .Values.scraper.env }}
{{- if .Values.scraper.allowLocalProxies }}
{{- $env = append $env (dict "name" "CLIPMETER_ALLOW_LOCAL_PROXIES" "value" "true") }}
{{- end }}
{{- toYaml $env }}
{{- end }}
