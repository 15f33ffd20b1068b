{{/*
What is generated is kept: a Secret that is in the cluster is rendered as it is there, so that a second install, an upgrade and a look
at what would change have the same bytes. Without a cluster to look into (`helm template`, and whoever uses that) nothing that
is random is rendered, since it would be another at each time: the pods then wait for Secrets that somebody else makes.
*/}}

{{/* "true" when there is a cluster to look into. */}}
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
  {{- include "clipmeter.metadata" (list $root (index . 1) $name) | nindent 2 }}
  annotations:
    # Uninstalling leaves it: what it opens is in a database that outlives the release.
    helm.sh/resource-policy: keep
type: {{ index . 3 }}
data:
  {{- if $kept }}
  {{- toYaml $kept.data | nindent 2 }}
  {{- else }}
  {{- include (index . 4) $root | nindent 2 }}
  {{- end }}
{{- end }}

{{/* The file that the API reads its keys from: four of 32 bytes in base64, and a name for the one that sessions are sealed with. */}}
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

{{/* An authority of its own, whose key nobody keeps, and a certificate for the names of the gRPC Service. Ten years. */}}
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

{{/* The development database's, with the keys that an external one's has. */}}
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
