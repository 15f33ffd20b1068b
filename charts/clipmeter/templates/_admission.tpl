{{/*
Policies that restrict the operator's service account: a client with a stolen token can do only what the operator itself does. Two more,
tracked and namespace-labels, apply to every user. All are omitted if the cluster does not support them; NOTES.txt then says so.
*/}}

{{/* Returns "true" if the policies are installed. */}}
{{- define "clipmeter.admission" -}}
{{- if and .Values.admissionPolicies.enabled (include "clipmeter.admissionServed" .) }}true{{ end }}
{{- end }}

{{/* Returns "true" unless the cluster does not support the policies. `helm template` lists versions but no kinds; every Kubernetes that
the chart supports has the policies by default. */}}
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

{{/* The operator as a user. */}}
{{- define "clipmeter.operatorUser" -}}
system:serviceaccount:{{ .Release.Namespace }}:{{ include "clipmeter.fullname" . }}-operator
{{- end }}

{{/* Restricts a policy to requests of the operator, with the failure policy for requests that cannot be checked: (list . "Fail"). */}}
{{- define "clipmeter.admissionUser" -}}
{{- $root := index . 0 -}}
failurePolicy: {{ index . 1 }}
matchConditions:
  - name: operator
    expression: request.userInfo.username == "{{ include "clipmeter.operatorUser" $root }}"
{{- end }}

{{/* The parameters of a binding: all groups, of which the policy's conditions select one. */}}
{{- define "clipmeter.admissionGroups" -}}
paramRef:
  selector: {}
  # The parameters are also read for requests of other users, when there may be no group.
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
  # Audit: refused requests are in the audit log of the cluster too.
  validationActions: [Deny, Audit]
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
  message: the operator may write {{ index . 1 }} only in namespaces of groups
- expression: request.?subResource.orValue("") == "" && (request.operation == "DELETE" || variables.newGroup == variables.group)
  message: objects that the operator writes must have the same label clipmeter.io/client-group as their namespace
# One of the two labels may have been removed.
- expression: request.operation != "UPDATE" || variables.oldGroup == variables.group || variables.created
  message: the operator may change only {{ index . 1 }} with Clipmeter's labels
- expression: request.operation != "DELETE" || variables.oldGroup == variables.group
  message: the operator may delete only {{ index . 1 }} with the label of the namespace's group
# With an owner that does not exist, the object would be deleted; with a finalizer, it could not be deleted.
- expression: >-
    object == null || (!has(object.metadata.generateName)
    && object.metadata.?ownerReferences.orValue([]) == (oldObject == null ? [] : oldObject.metadata.?ownerReferences.orValue([]))
    && object.metadata.?finalizers.orValue([]) == (oldObject == null ? [] : oldObject.metadata.?finalizers.orValue([])))
  message: the operator must not change owners or finalizers of {{ index . 1 }}
{{- end }}
