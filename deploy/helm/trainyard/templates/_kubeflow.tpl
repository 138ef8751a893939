{{/* Values that Kubeflow Trainer's chart has and this one does not: what becomes of them. */}}

{{- define "trainyard.installJobSet" -}}
jobset.install: this chart does not contain JobSet, and the cluster does not serve it; install JobSet 0.11 or newer first, and repeat your command:
    kubectl apply --server-side -f https://github.com/kubernetes-sigs/jobset/releases/download/v0.12.0/manifests.yaml
  To install JobSet later instead, add this to your command:
    --set jobset.install=false
{{- end -}}

{{- define "trainyard.noDataCache" -}}
dataCache.enabled: Trainyard has no data cache. Add this to your command:
    --set dataCache.enabled=false,dataCache.runtimes.torchDistributedWithCache.enabled=false
  Runtimes that fetch data to a volume exist:
    --set runtimes.torchWithData.enabled=true
{{- end -}}

{{/* A line for each value that has no effect. */}}
{{- define "trainyard.ignored" -}}
{{- $image := .Values.image -}}
{{- if include "trainyard.imageOfKubeflow" . }}
image.repository{{ if $image.tag }}, image.tag{{ end }}{{ if $image.digest }}, image.digest{{ end }}{{ if eq $image.registry "ghcr.io" }}, image.registry{{ end }}: they name Kubeflow Trainer's image
{{- end }}
{{- if .Values.jobset.install }}
jobset.install: the cluster has JobSet; this chart does not contain it
{{- end }}
{{- range $key := without (keys .Values.jobset | sortAlpha) "install" }}
jobset.{{ $key }}: a value of JobSet's own chart
{{- end }}
{{- if hasKey .Values "lws" }}
lws: Trainyard does not use LeaderWorkerSet
{{- end }}
{{- range $key := keys (default dict .Values.dataCache) | sortAlpha }}
dataCache.{{ $key }}: Trainyard has no data cache
{{- end }}
{{- range $gate, $on := .Values.manager.config.featureGates }}
{{- if not (or $on (has $gate (list "TrainJobStatus" "AllAlpha" "AllBeta"))) }}
manager.config.featureGates.{{ $gate }}: Trainyard has no such gate
{{- end }}
{{- end }}
{{- if hasKey .Values.runtimes.installer "image" }}
runtimes.installer.image: the controller's image installs the runtimes
{{- end }}
{{- end -}}

{{/* Settings of the runtime "key", Kubeflow Trainer's values for it among them, as YAML. */}}
{{- define "trainyard.runtimeSettings" -}}
{{- $runtimes := .root.Values.runtimes -}}
{{- $settings := default dict (get $runtimes .key) -}}
{{- $names := dict "torchtuneLlama321b" "llama3_2_1B" "torchtuneLlama323b" "llama3_2_3B" "torchtuneQwen2515b" "qwen2_5_1_5B" -}}
{{- $tune := default dict $runtimes.torchtuneDistributed -}}
{{- if hasKey $names .key -}}
{{- $settings = merge (dict) $settings (default dict (get $tune (get $names .key))) (pick $tune "image") -}}
{{- end -}}
{{- toYaml $settings -}}
{{- end -}}

{{/* The image of a container, "given" as text or as Kubeflow Trainer's map, whose missing parts are those of the "shipped" image. */}}
{{- define "trainyard.runtimeImage" -}}
{{- if kindIs "string" .given -}}
{{- .given -}}
{{- else -}}
{{- $tag := regexFind "[^:]*$" .shipped -}}
{{- $name := trimSuffix (printf ":%s" $tag) .shipped -}}
{{- $registry := regexFind "^[^/]*[.][^/]*/" $name | trimSuffix "/" -}}
{{- $repository := trimPrefix (printf "%s/" $registry) $name -}}
{{- $parts := compact (list (default $registry .given.registry) (default $repository .given.repository)) -}}
{{- printf "%s:%s" (join "/" $parts) (default $tag .given.tag) -}}
{{- end -}}
{{- end -}}
