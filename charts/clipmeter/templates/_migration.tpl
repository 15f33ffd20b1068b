{{/* The pod of the migration Job. Its sidecars are init containers that are restarted: it would not end with others. */}}
{{- define "clipmeter.migrationTemplate" -}}
{{- $root := . -}}
{{- /* Without the settings that spread replicas, which could keep the pod from the nodes of the API's pods. */ -}}
{{- $affinity := pick (.Values.api.affinity | default dict) "nodeAffinity" -}}
{{- $values := merge (dict "affinity" $affinity "replicas" 1) (omit .Values.api "affinity" "replicas" "autoscaling" "topologySpreadConstraints") -}}
metadata:
  labels:
    {{- include "clipmeter.labels" (list . "migration" .Values.api.podLabels) | nindent 4 }}
  {{- with .Values.api.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "clipmeter.pod" (list $root "api" $values) | nindent 2 }}
  restartPolicy: Never
  {{- with $values.initContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: migrate
      {{- include "clipmeter.container" (list $root $values) | nindent 6 }}
      args: [migrate]
      env:
        {{- include "clipmeter.migrationEnv" $root | nindent 8 }}
        {{- with $values.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.envFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        {{- if include "clipmeter.databaseAuthority" $root }}
        - { name: database-ca, mountPath: /var/run/clipmeter/database, readOnly: true }
        {{- end }}
        - { name: tmp, mountPath: /tmp }
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- with include "clipmeter.databaseAuthority" $root }}
    - {{ trim . | nindent 6 | trim }}
    {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
