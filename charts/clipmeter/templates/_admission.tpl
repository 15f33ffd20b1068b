{{/*
Policies that restrict the operator's identity: a stolen token allows only what the operator itself does. They are omitted if the cluster
does not serve them; NOTES.txt then reports it.
*/}}

{{/* Returns "true" if the policies are installed. */}}
{{- define "clipmeter.admission" -}}
{{- if and .Values.admissionPolicies.enabled (include "clipmeter.admissionServed" .) }}true{{ end }}
{{- end }}

{{/* Returns "true" unless the cluster does not serve the policies. `helm template` has versions but no kinds: every Kubernetes that the
chart supports serves them by default. */}}
{{- define "clipmeter.admissionServed" -}}
{{- $known := .Capabilities.APIVersions -}}
{{- if or ($known.Has "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy") (not ($known.Has "apps/v1/Deployment")) }}true{{ end }}
{{- end }}

{{/* Name and labels of a policy and of its binding: (list . "jobs"). */}}
{{- define "clipmeter.admissionMetadata" -}}
{{- $root := index . 0 -}}
name: {{ $root.Release.Namespace }}-{{ include "clipmeter.fullname" $root }}-operator-{{ index . 1 }}
labels:
  {{- include "clipmeter.labels" (list $root "operator") | nindent 2 }}
{{- end }}

{{/* The user whose requests a policy checks, and the failure policy for requests that cannot be checked: (list . "Fail"). */}}
{{- define "clipmeter.admissionUser" -}}
{{- $root := index . 0 -}}
failurePolicy: {{ index . 1 }}
matchConditions:
  - name: operator
    expression: request.userInfo.username == "system:serviceaccount:{{ $root.Release.Namespace }}:{{ include "clipmeter.fullname" $root }}-operator"
{{- end }}

{{/* The parameters of a binding: all groups, of which the policy's conditions select one. */}}
{{- define "clipmeter.admissionGroups" -}}
paramRef:
  selector: {}
  # The requests of other users are checked as well, and a group may be missing.
  parameterNotFoundAction: Allow
{{- end }}

{{/* The binding of a policy: (list . "jobs"). */}}
{{- define "clipmeter.admissionBinding" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  {{- include "clipmeter.admissionMetadata" . | nindent 2 }}
spec:
  policyName: {{ (include "clipmeter.admissionMetadata" . | fromYaml).name }}
  validationActions: [Deny]
{{- end }}

{{/* Excludes the namespaces of the cluster, the release and the scrapers: (list . "variables.name"). */}}
{{- define "clipmeter.admissionForeign" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
!{{ $name }}.startsWith("kube-") && !({{ $name }} in ["default", {{ $root.Release.Namespace | quote }}, {{ include "clipmeter.scraperNamespace" $root | quote }}])
{{- end }}

{{/* The value of a label of an object that may be null: (list "oldObject" "clipmeter.io/client-group"). */}}
{{- define "clipmeter.admissionLabel" -}}
({{ index . 0 }} == null ? "" : {{ index . 0 }}.metadata.?labels[?{{ index . 1 | quote }}].orValue(""))
{{- end }}

{{/* Variables of a policy for the operator's objects in the namespaces of groups. */}}
{{- define "clipmeter.admissionInner" -}}
- name: group
  expression: {{ include "clipmeter.admissionLabel" (list "namespaceObject" "clipmeter.io/client-group") | quote }}
- name: oldGroup
  expression: {{ include "clipmeter.admissionLabel" (list "oldObject" "clipmeter.io/client-group") | quote }}
- name: newGroup
  expression: {{ include "clipmeter.admissionLabel" (list "object" "clipmeter.io/client-group") | quote }}
- name: created
  expression: {{ printf "%s == \"clipmeter-operator\"" (include "clipmeter.admissionLabel" (list "oldObject" "app.kubernetes.io/managed-by")) | quote }}
{{- end }}

{{/* Validations for all of these objects: (list . "quotas"). */}}
{{- define "clipmeter.admissionInnerRules" -}}
- expression: {{ printf "variables.group != \"\" && %s" (include "clipmeter.admissionForeign" (list (index . 0) "request.namespace")) | quote }}
  message: the operator writes {{ index . 1 }} in the namespaces of groups only
- expression: request.?subResource.orValue("") == "" && (request.operation == "DELETE" || variables.newGroup == variables.group)
  message: what the operator writes carries the label clipmeter.io/client-group of the namespace
# One of the two labels may have been removed.
- expression: request.operation != "UPDATE" || variables.oldGroup == variables.group || variables.created
  message: the operator changes {{ index . 1 }} that carry Clipmeter's labels only
- expression: request.operation != "DELETE" || variables.oldGroup == variables.group
  message: the operator deletes {{ index . 1 }} that carry the label of the namespace's group only
# A nonexistent owner causes the object's deletion, and a finalizer prevents it.
- expression: >-
    object == null || (!has(object.metadata.generateName)
    && object.metadata.?ownerReferences.orValue([]) == (oldObject == null ? [] : oldObject.metadata.?ownerReferences.orValue([]))
    && object.metadata.?finalizers.orValue([]) == (oldObject == null ? [] : oldObject.metadata.?finalizers.orValue([])))
  message: the operator changes neither owners nor finalizers of {{ index . 1 }}
{{- end }}
