{{- define "trainyard.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "trainyard.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "trainyard.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "trainyard.manager" -}}
{{- printf "%s-controller-manager" (include "trainyard.fullname" . | trunc 44 | trimSuffix "-") -}}
{{- end -}}

{{/* The Role in each namespace that is served. */}}
{{- define "trainyard.jobsRole" -}}
{{- printf "%s-controller-manager-jobs" (include "trainyard.fullname" . | trunc 39 | trimSuffix "-") -}}
{{- end -}}

{{/* What the controller may do with Secrets, where it is bound. */}}
{{- define "trainyard.secretsRole" -}}
{{- printf "%s-controller-manager-secrets" (include "trainyard.fullname" . | trunc 36 | trimSuffix "-") -}}
{{- end -}}

{{/* What the controller may do beyond the rest, for what "part" names: its web page or a scheduler. */}}
{{- define "trainyard.furtherRole" -}}
{{- printf "%s-controller-manager-%s" (include "trainyard.fullname" . | trunc 31 | trimSuffix "-") .part -}}
{{- end -}}

{{/* The port of the web page; 0 when it is off. */}}
{{- define "trainyard.dashboardPort" -}}
{{- $dashboard := default dict (default dict .Values.manager.config.trainyard).dashboard -}}
{{- ternary (default 8090 $dashboard.port) 0 (eq (toString $dashboard.enabled) "true") -}}
{{- end -}}

{{- define "trainyard.metricsRole" -}}
{{- printf "%s-metrics-reader" (include "trainyard.fullname" . | trunc 48 | trimSuffix "-") -}}
{{- end -}}

{{- define "trainyard.config" -}}
{{- printf "%s-config" (include "trainyard.fullname" . | trunc 56 | trimSuffix "-") -}}
{{- end -}}

{{- define "trainyard.serviceAccount" -}}
{{- if .Values.manager.serviceAccount.name -}}
{{- .Values.manager.serviceAccount.name -}}
{{- else if .Values.manager.serviceAccount.create -}}
{{- include "trainyard.manager" . -}}
{{- else -}}
default
{{- end -}}
{{- end -}}

{{- define "trainyard.service" -}}
{{- $names := .Values.manager.config.certManagement -}}
{{- coalesce $names.serviceName $names.webhookServiceName (include "trainyard.manager" .) -}}
{{- end -}}

{{- define "trainyard.secret" -}}
{{- $names := .Values.manager.config.certManagement -}}
{{- coalesce $names.secretName $names.webhookSecretName (printf "%s-webhook-cert" (include "trainyard.name" .)) -}}
{{- end -}}

{{/* Whether the values name Kubeflow Trainer's own image, which is no Trainyard. */}}
{{- define "trainyard.imageOfKubeflow" -}}
{{- if eq .Values.image.repository "kubeflow/trainer/trainer-controller-manager" }}true{{ end -}}
{{- end -}}

{{- define "trainyard.image" -}}
{{- $image := .Values.image -}}
{{- $registry := $image.registry -}}
{{- if include "trainyard.imageOfKubeflow" . -}}
{{- $registry = ternary "" $registry (eq $registry "ghcr.io") -}}
{{- $image = dict "repository" "trainyard" -}}
{{- end -}}
{{- $name := $image.repository -}}
{{- if and $registry (ne $registry "docker.io") -}}
{{- $name = printf "%s/%s" $registry $name -}}
{{- end -}}
{{- $version := .Chart.Version -}}
{{- $tag := ternary (trimPrefix "0.0.0-" $version) (printf "v%s" $version) (hasPrefix "0.0.0-" $version) -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default $tag $image.tag) -}}
{{- end -}}
{{- end -}}

{{/* Whether the controller makes its certificates; where it does not, it reads them from files. */}}
{{- define "trainyard.makesCertificates" -}}
{{- if and .Values.manager.config.certManagement.enable (not .Values.certManager.enabled) }}true{{ end -}}
{{- end -}}

{{- define "trainyard.selectorLabels" -}}
app.kubernetes.io/name: {{ include "trainyard.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: manager
app.kubernetes.io/part-of: kubeflow
{{- with .Values.manager.selectorLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Labels of every object. */}}
{{- define "trainyard.labels" -}}
app.kubernetes.io/name: {{ include "trainyard.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: kubeflow
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The number at the end of an address such as ":8081"; 0 when the server is off. */}}
{{- define "trainyard.port" -}}
{{- if eq . "0" -}}0{{- else -}}{{- regexFind "[0-9]+$" . -}}{{- end -}}
{{- end -}}

{{/* The objects of a file of this chart, with the labels of every object: dict "root" . "text" TEXT "change" TEMPLATE. */}}
{{- define "trainyard.documents" -}}
{{- $root := .root -}}
{{- $change := .change -}}
{{- range $text := regexSplit "(?m)^---\\s*$" .text -1 }}
{{- $object := fromYaml $text }}
{{- if $object }}
{{- $labels := merge (default dict $object.metadata.labels) (fromYaml (include "trainyard.labels" $root)) }}
{{- $_ := set $object.metadata "labels" $labels }}
{{- if $change }}
{{- $_ := set $root "object" $object }}
{{- include $change $root }}
{{- end }}
---
{{ toYaml $object }}
{{- end }}
{{- end }}
{{- end -}}
