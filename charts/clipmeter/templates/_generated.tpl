{{/*
Generated Secrets are kept: a Secret that exists in the cluster is rendered unchanged, so that reinstalling, upgrading and diffing do not
change it. Without access to a cluster (`helm template`, and tools that use it), Secrets with random values are not rendered, because the
values would differ each time. The pods then wait until the Secrets are created by other means.

So each revision of the release contains the Secrets of its time, and `helm rollback` restores them (docs/operator/running-for-others.md,
"Roll back past a rotation"). Omitting existing Secrets would not prevent this, because the first revision always contains them.
*/}}

{{/* Returns "true" if Helm has access to a cluster. */}}
{{- define "clipmeter.cluster" -}}
{{- if lookup "v1" "Namespace" "" "kube-system" }}true{{ end }}
{{- end }}

{{/* The generated Secret with this data: (list . "api" NAME TYPE DATA-AS-YAML). */}}
{{- define "clipmeter.generated" -}}
{{- $root := index . 0 -}}
{{- $name := index . 2 -}}
{{- $kept := lookup "v1" "Secret" $root.Release.Namespace $name -}}
apiVersion: v1
kind: Secret
metadata:
  {{- /* Kept when the release is uninstalled, because the database is kept too. */}}
  {{- $annotations := merge (dict "helm.sh/resource-policy" "keep") ($root.Values.generatedSecrets.annotations | default dict) }}
  {{- include "clipmeter.metadata" (list $root (index . 1) $name (dict "labels" $root.Values.generatedSecrets.labels "annotations" $annotations)) | nindent 2 }}
type: {{ index . 3 }}
data:
  {{- if $kept }}
  {{- toYaml $kept.data | nindent 2 }}
  {{- else }}
  {{- include (index . 4) $root | nindent 2 }}
  {{- end }}
{{- end }}

{{/* The API's key file: four keys of 32 bytes in base64, and the ID of the key that encrypts sessions. */}}
{{- define "clipmeter.newKeys" -}}
{{- $keys := dict
  "users" (randBytes 32)
  "runs" (randBytes 32)
  "sessions" (randBytes 32)
  "sessions_key_id" (randBytes 32 | sha256sum | trunc 8)
  "fingerprints" (randBytes 32) -}}
secrets.json: {{ toPrettyJson $keys | b64enc }}
{{- end }}

{{- define "clipmeter.newAdmin" -}}
{{ .Values.admin.key }}: {{ randAlphaNum 24 | b64enc }}
{{- end }}

{{/* A generated CA, whose key is discarded, and a certificate for the DNS names of the gRPC Service. Both are valid for ten years. */}}
{{- define "clipmeter.newCertificate" -}}
{{- $service := printf "%s-api-grpc" (include "clipmeter.fullname" .) -}}
{{- $host := include "clipmeter.grpcHost" . -}}
{{- $authority := genCA (printf "%s authority" $service) 3650 -}}
{{- $names := list $host $service (printf "%s.%s" $service .Release.Namespace) (printf "%s.cluster.local" $host) -}}
{{- $certificate := genSignedCert $service nil $names 3650 $authority -}}
ca.crt: {{ $authority.Cert | b64enc }}
tls.crt: {{ $certificate.Cert | b64enc }}
tls.key: {{ $certificate.Key | b64enc }}
{{- end }}

{{/* The Secret of the development database, with the same keys as that of an external database. */}}
{{- define "clipmeter.newDatabase" -}}
{{- $host := printf "%s-database" (include "clipmeter.fullname" .) -}}
{{- $password := randAlphaNum 32 -}}
host: {{ $host | b64enc }}
port: {{ "5432" | b64enc }}
dbname: {{ "clipmeter" | b64enc }}
user: {{ "clipmeter" | b64enc }}
password: {{ $password | b64enc }}
uri: {{ printf "postgres://clipmeter:%s@%s:5432/clipmeter" $password $host | b64enc }}
{{- end }}
