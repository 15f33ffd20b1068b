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

{{/* Labels of an object or pod of a component, with optional further labels: (list . "operator" LABELS). The chart's own labels take
precedence, then the further labels. */}}
{{- define "clipmeter.labels" -}}
{{- $root := index . 0 -}}
{{- $own := include "clipmeter.selector" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/version" $root.Chart.AppVersion -}}
{{- $_ = set $own "app.kubernetes.io/managed-by" $root.Release.Service -}}
{{- $_ = set $own "helm.sh/chart" (printf "%s-%s" $root.Chart.Name ($root.Chart.Version | replace "+" "_")) -}}
{{- $more := dict -}}
{{- if gt (len .) 2 }}{{ $more = index . 2 }}{{ end -}}
{{ toYaml (merge $own ($more | default dict) ($root.Values.commonLabels | default dict)) }}
{{- end }}

{{/* Name, labels and annotations of a component's object, with optional further labels and annotations:
(list . "operator" "clipmeter-operator" (dict "labels" LABELS "annotations" ANNOTATIONS)). */}}
{{- define "clipmeter.clusterMetadata" -}}
{{- $root := index . 0 -}}
{{- $more := dict -}}
{{- if gt (len .) 3 }}{{ $more = index . 3 }}{{ end -}}
name: {{ index . 2 }}
labels:
  {{- include "clipmeter.labels" (list $root (index . 1) $more.labels) | nindent 2 }}
{{- with merge (dict) ($more.annotations | default dict) ($root.Values.commonAnnotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Like clipmeter.clusterMetadata, for an object in the release namespace. */}}
{{- define "clipmeter.metadata" -}}
namespace: {{ (index . 0).Release.Namespace }}
{{ include "clipmeter.clusterMetadata" . }}
{{- end }}

{{/* The name of a component's service account: (list . "operator"). Different accounts are required, because the API and the admission
policies recognize the operator by its account. */}}
{{- define "clipmeter.account" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $default := printf "%s-%s" (include "clipmeter.fullname" $root) $component -}}
{{- $name := (index $root.Values $component).serviceAccount.name | default $default -}}
{{- if and (eq $component "api") (eq $name (include "clipmeter.account" (list $root "operator"))) -}}
{{- fail (printf "api.serviceAccount.name and operator.serviceAccount.name are both %s: set different names" $name) -}}
{{- end -}}
{{- if and (ne $component "api") (ne $name $default) $root.Values.admissionPolicies.enabled -}}
{{- fail (printf "%s.serviceAccount.name is %s, but the admission policies restrict only %s: remove the name, or set admissionPolicies.enabled to false" $component $name $default) -}}
{{- end -}}
{{- $name -}}
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
namespace: {{ include "clipmeter.scraperNamespace" (index . 0) }}
{{ include "clipmeter.clusterMetadata" . }}
{{- end }}

{{/* Labels and annotations of the Services that Prometheus scrapes. A ServiceMonitor selects them by the label. */}}
{{- define "clipmeter.metricsService" -}}
{{- $service := .Values.metrics.service -}}
{{ dict "labels" (merge (dict "clipmeter.io/metrics" "true") ($service.labels | default dict)) "annotations" $service.annotations | toYaml }}
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
