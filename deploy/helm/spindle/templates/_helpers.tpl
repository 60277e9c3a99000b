{{- define "spindle.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "spindle.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "spindle.labels" -}}
{{ include "spindle.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- end -}}

{{- define "spindle.image" -}}
{{- $image := .root.Values.image -}}
{{- printf "%s:%s" $image.repository (coalesce .tag $image.tag .root.Chart.AppVersion) | quote -}}
{{- end -}}

{{- /* What docker-compose.yml gives each process, too: nothing to write to or become. */ -}}
{{- define "spindle.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "spindle.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- /* Numbers of values.yaml are read as floats, which would be written as 1e+07. */ -}}
{{- define "spindle.env" -}}
{{- $direct := and (eq .component "migrate") .root.Values.migrate.secretName -}}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: "3000"
# The rest of the file system is read-only.
- name: npm_config_cache
  value: /tmp/npm
{{- range $name, $value := .root.Values.settings }}
{{- if not (or (eq (toString $value) "") (and $direct (eq $name "DATABASE_POOLED"))) }}
- name: {{ $name }}
  value: {{ ternary (int64 $value) $value (kindIs "float64" $value) | toString | quote }}
{{- end }}
{{- end }}
{{- if $direct }}
- name: DATABASE_POOLED
  value: "false"
{{- end }}
{{- if .root.Values.plansConfigMap }}
- name: PLANS_FILE
  value: /etc/spindle/plans.json
{{- end }}
{{- if .serves }}
- name: METRICS_HOST
  value: 0.0.0.0
- name: METRICS_PORT
  value: {{ .root.Values.metrics.port | quote }}
{{- end }}
{{- end -}}

{{- define "spindle.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.plansConfigMap }}
- name: plans
  mountPath: /etc/spindle
  readOnly: true
{{- end }}
{{- end -}}

{{- define "spindle.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 1Gi
{{- if .Values.plansConfigMap }}
- name: plans
  configMap:
    name: {{ .Values.plansConfigMap }}
{{- end }}
{{- end -}}

{{- define "spindle.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
