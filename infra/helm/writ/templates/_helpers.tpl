{{- define "writ.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains "writ" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-writ" (.Release.Name | trunc 35 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{- define "writ.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "writ.fullname" .) "default" .Values.serviceAccount.create) -}}
{{- end -}}

{{/* The labels below take a dict of `root` and `program`. Alert rules expect the name as the job. */}}
{{- define "writ.selectorLabels" -}}
app.kubernetes.io/name: writ
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .program }}
{{- end -}}

{{- define "writ.labels" -}}
{{ include "writ.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The settings of a program: those of all, and over them its own. */}}
{{- define "writ.settings" -}}
{{- $own := index .root.Values .program | default (index .root.Values.services .program) | default dict -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) | toJson -}}
{{- end -}}

{{/* The environment of a program: `facts` is its entry in files/programs.json, `given` what the chart itself sets. */}}
{{- define "writ.env" -}}
{{- $env := deepCopy .given -}}
{{- range $map := list .root.Values.env .settings.env -}}
{{- range $name, $value := $map -}}
{{- if has $name $.facts.variables }}{{ $_ := set $env $name $value }}{{ end -}}
{{- end -}}
{{- end -}}
{{- range $name := .facts.secrets -}}
{{- if hasKey $.root.Values.secrets $name }}{{ $_ := set $env (printf "%s_FILE" $name) (printf "/run/secrets/writ/%s" $name) }}{{ end -}}
{{- end -}}
{{- range $name, $value := $env }}
- name: {{ $name }}
  value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }}
{{- end }}
{{- with .settings.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The secrets that a program reads, as files. */}}
{{- define "writ.secretsVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name := .facts.secrets }}
      {{- if hasKey $.root.Values.secrets $name }}
      {{- $place := index $.root.Values.secrets $name | default dict }}
      - secret:
          name: {{ $place.name | default $.root.Values.existingSecret }}
          items: [{ key: {{ $place.key | default $name }}, path: {{ $name }} }]
      {{- end }}
      {{- end }}
{{- end -}}

{{- define "writ.image" -}}
{{ .root.Values.image.prefix }}-{{ .program }}{{ include "writ.tag" (list .settings.digest (.root.Values.image.tag | default .root.Chart.AppVersion)) }}
{{- end -}}

{{/* Of a list of digest and tag. */}}
{{- define "writ.tag" -}}
{{- with index . 0 }}@{{ . }}{{ else }}:{{ index . 1 }}{{ end -}}
{{- end -}}

{{/* What every pod's specification begins with. */}}
{{- define "writ.pod" -}}
automountServiceAccountToken: false
# Variables of other services in the namespace could be taken for Writ's own.
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext: {{ toJson .settings.podSecurityContext }}
{{- with .settings.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- range $name := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $.settings $name }}
{{ $name }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Of a program with several replicas. */}}
{{- define "writ.placement" -}}
terminationGracePeriodSeconds: {{ .settings.terminationGracePeriodSeconds }}
serviceAccountName: {{ include "writ.serviceAccountName" .root }}
{{- with .settings.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{ mergeOverwrite (dict "labelSelector" (dict "matchLabels" (include "writ.selectorLabels" $ | fromYaml))) . | toJson }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "writ.podLabels" -}}
{{ include "writ.selectorLabels" . }}
{{- with .settings.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}
