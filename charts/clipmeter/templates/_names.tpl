{{/* Prefix of the names of this release's objects, short enough for names with the longest suffix to have at most 63 characters. */}}
{{- define "clipmeter.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Labels that select the objects of a component: (list . "operator"). They never change. */}}
{{- define "clipmeter.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: clipmeter
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of an object of a component: (list . "operator"). */}}
{{- define "clipmeter.labels" -}}
{{- $root := index . 0 -}}
{{ include "clipmeter.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version | replace "+" "_" }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Name, namespace and labels of a component's object: (list . "operator" "clipmeter-operator"). */}}
{{- define "clipmeter.metadata" -}}
{{- $root := index . 0 -}}
name: {{ index . 2 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "clipmeter.labels" (list $root (index . 1)) | nindent 2 }}
{{- end }}

{{/* The namespace of the scrapers' Jobs. It contains nothing else, because a client that may create pods in a namespace can read all its
Secrets. */}}
{{- define "clipmeter.scraperNamespace" -}}
{{- $name := .Values.scraper.namespace.name | default (printf "%s-scrapers" .Release.Namespace) -}}
{{- if gt (len $name) 63 }}{{ fail (printf "the namespace %s is longer than 63 characters: set scraper.namespace.name" $name) }}{{ end -}}
{{- if or (eq $name .Release.Namespace) (eq $name "default") (hasPrefix "kube-" $name) -}}
{{- fail (printf "scraper.namespace.name is %s, where other pods run: set it to a namespace that only scrapers use" $name) -}}
{{- end -}}
{{- $name -}}
{{- end }}

{{/* Like clipmeter.metadata, for an object in the scrapers' namespace. */}}
{{- define "clipmeter.scraperMetadata" -}}
{{- $root := index . 0 -}}
name: {{ index . 2 }}
namespace: {{ include "clipmeter.scraperNamespace" $root }}
labels:
  {{- include "clipmeter.labels" (list $root (index . 1)) | nindent 2 }}
{{- end }}

{{/* The image of a component: (list . .Values.api.image). */}}
{{- define "clipmeter.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- with $root.Values.image.registry }}{{ . }}/{{ end }}{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ coalesce $image.tag $root.Values.image.tag $root.Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "clipmeter.grpcHost" -}}
{{ include "clipmeter.fullname" . }}-api-grpc.{{ .Release.Namespace }}.svc
{{- end }}

{{- define "clipmeter.grpcSecret" -}}
{{- if eq .Values.grpc.tls.mode "existingSecret" -}}
{{ required "grpc.tls.existingSecret is not set: set it to a Secret with tls.crt, tls.key and ca.crt" .Values.grpc.tls.existingSecret }}
{{- else -}}
{{ include "clipmeter.fullname" . }}-api-grpc-tls
{{- end }}
{{- end }}

{{- define "clipmeter.keysSecret" -}}
{{ .Values.keys.existingSecret | default (printf "%s-keys" (include "clipmeter.fullname" .)) }}
{{- end }}

{{- define "clipmeter.adminSecret" -}}
{{ .Values.admin.existingSecret | default (printf "%s-admin" (include "clipmeter.fullname" .)) }}
{{- end }}

{{- define "clipmeter.databaseSecret" -}}
{{- if eq .Values.database.mode "dev" -}}
{{ include "clipmeter.fullname" . }}-database
{{- else -}}
{{ required "database.external.existingSecret is not set: set it to the Secret of your PostgreSQL 18, or use database.mode=dev to try Clipmeter" .Values.database.external.existingSecret }}
{{- end }}
{{- end }}
