{{/* Fields shared by the pods of all Deployments: (list . "operator" .Values.operator). */}}
{{- define "clipmeter.pod" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $values := index . 2 -}}
serviceAccountName: {{ include "clipmeter.account" (list $root $component) }}
# Otherwise, the environment variables of Services could be mistaken for settings.
enableServiceLinks: false
securityContext:
  {{- include "clipmeter.podSecurity" $root | nindent 2 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- else }}
{{- if gt (int (include "clipmeter.replicas" $values)) 1 }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "clipmeter.selector" (list $root $component) | nindent 8 }}
    # Spreads the pods of each revision separately.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The largest number of replicas that the values of a Deployment allow. */}}
{{- define "clipmeter.replicas" -}}
{{- if dig "autoscaling" "enabled" false . }}{{ .autoscaling.maxReplicas }}{{ else }}{{ .replicas }}{{ end }}
{{- end }}

{{/* The PodDisruptionBudget of a Deployment with several replicas: (list . "operator" .Values.operator). It limits the unavailable pods,
not the available ones, so it always allows an eviction. */}}
{{- define "clipmeter.disruptionBudget" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $values := index . 2 -}}
{{- $budget := $values.podDisruptionBudget -}}
{{- if and $budget.create (gt (int (include "clipmeter.replicas" $values)) 1) }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "clipmeter.metadata" (list $root $component (printf "%s-%s" (include "clipmeter.fullname" $root) $component) $budget) | nindent 2 }}
spec:
  maxUnavailable: {{ $budget.maxUnavailable }}
  # A pod that is not ready may be evicted.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "clipmeter.selector" (list $root $component) | nindent 6 }}
{{- end }}
{{- end }}

{{/* Image, environment and resources of a Deployment's container: (list . .Values.operator). */}}
{{- define "clipmeter.container" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
image: {{ include "clipmeter.image" (list $root $values.image) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
# The end of the log becomes the termination message in the pod's status.
terminationMessagePolicy: FallbackToLogsOnError
securityContext:
  {{- include "clipmeter.containerSecurity" $root | nindent 2 }}
resources:
  {{- toYaml $values.resources | nindent 2 }}
{{- end }}

{{/* The pod settings that the pod security level `restricted` requires, and the group that can read mounted Secrets. */}}
{{- define "clipmeter.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.podSecurity.runAsUser }}
runAsUser: {{ . }}
runAsGroup: {{ . }}
{{- end }}
{{- with .Values.podSecurity.fsGroup }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* The container settings that the pod security level `restricted` requires. */}}
{{- define "clipmeter.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The probes use the metrics port, which responds before the database is migrated, so a long migration only delays readiness. */}}
{{- define "clipmeter.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: metrics }
  periodSeconds: 2
  failureThreshold: 150
livenessProbe:
  httpGet: { path: /livez, port: metrics }
  periodSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: metrics }
  periodSeconds: 5
  timeoutSeconds: 3
{{- end }}
