{{/* Egress to the cluster's DNS. */}}
{{- define "clipmeter.egressDns" -}}
{{- $dns := .Values.networkPolicy.dns -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ $dns.namespace }}
    {{- range $dns.cidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  ports:
    {{- range $dns.ports }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{/* Egress to the given networks, or to all addresses if none are given: (list CIDRS PORTS). */}}
{{- define "clipmeter.egressTo" -}}
- ports:
    {{- range index . 1 }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with index . 0 }}
  to:
    {{- range . }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  {{- end }}
{{- end }}

{{/* Egress to the pods of a component: (list . "api" PORTS). */}}
{{- define "clipmeter.egressComponent" -}}
- to:
    - podSelector:
        matchLabels:
          {{- include "clipmeter.selector" (list (index . 0) (index . 1)) | nindent 10 }}
  ports:
    {{- range index . 2 }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{/* Ingress from the given peers and the pod of `helm test`, or from all clients if no peers are given: (list . PEERS PORT). */}}
{{- define "clipmeter.ingressFrom" -}}
- ports:
    - { protocol: TCP, port: {{ index . 2 }} }
  {{- with index . 1 }}
  from:
    {{- toYaml . | nindent 4 }}
    - podSelector:
        matchLabels:
          {{- include "clipmeter.selector" (list (index $ 0) "test") | nindent 10 }}
  {{- end }}
{{- end }}
