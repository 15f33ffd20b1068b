{{/* The API's database connection as environment variables. */}}
{{- define "clipmeter.databaseEnv" -}}
{{- $secret := include "clipmeter.databaseSecret" . -}}
{{- $external := .Values.database.external -}}
{{- $dev := eq .Values.database.mode "dev" -}}
{{- $keys := $external.keys -}}
{{- if $dev }}{{ $keys = dict "host" "host" "port" "port" "dbname" "dbname" "user" "user" "password" "password" }}{{ end -}}
{{- $variables := dict "PGHOST" $keys.host "PGPORT" $keys.port "PGDATABASE" $keys.dbname "PGUSER" $keys.user "PGPASSWORD" $keys.password -}}
{{- if and (not $dev) (eq $external.connection "uri") }}{{ $variables = dict "DATABASE_URL" $keys.uri }}{{ end -}}
{{- range $variable, $key := $variables }}
- name: {{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $key }} } }
{{- end }}
- name: PGSSLMODE
  value: {{ ternary "disable" $external.tls.mode $dev }}
{{- if include "clipmeter.databaseAuthority" . }}
- name: PGSSLROOTCERT
  value: /var/run/clipmeter/database/ca.crt
{{- end }}
{{- $roles := $external.roles -}}
{{- if and (not $dev) $roles.existingSecret }}
{{- range $role, $key := $roles.keys }}
- name: CLIPMETER_{{ upper $role }}_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $roles.existingSecret }}, key: {{ $key }} } }
{{- end }}
{{- end }}
{{- end }}

{{/* The volume with the CA certificate of the database, if configured. */}}
{{- define "clipmeter.databaseAuthority" -}}
{{- $tls := .Values.database.external.tls -}}
{{- if eq .Values.database.mode "external" }}
{{- if $tls.caSecret }}
name: database-ca
secret:
  secretName: {{ $tls.caSecret }}
  items: [{ key: {{ $tls.caKey }}, path: ca.crt }]
{{- else if $tls.caConfigMap }}
name: database-ca
configMap:
  name: {{ $tls.caConfigMap }}
  items: [{ key: {{ $tls.caKey }}, path: ca.crt }]
{{- end }}
{{- end }}
{{- end }}

{{/* What each program that may migrate the database needs: its pod for events, the log level, and the connection. */}}
{{- define "clipmeter.migrationEnv" -}}
- name: CLIPMETER_POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: CLIPMETER_POD_UID
  valueFrom: { fieldRef: { fieldPath: metadata.uid } }
- name: RUST_LOG
  value: {{ .Values.api.log | quote }}
{{- include "clipmeter.databaseEnv" . }}
{{- end }}

{{/* Egress to the database. */}}
{{- define "clipmeter.egressDatabase" -}}
{{- if eq .Values.database.mode "dev" }}
{{- include "clipmeter.egressComponent" (list . "database" (list 5432)) }}
{{- else }}
{{- include "clipmeter.egressTo" (list .Values.networkPolicy.database.cidrs (list .Values.networkPolicy.database.port)) }}
{{- end }}
{{- end }}
