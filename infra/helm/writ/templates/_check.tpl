{{/* Fails with every error of the values that a schema cannot find. */}}
{{- define "writ.check" -}}
{{- $programs := .Files.Get "files/programs.json" | fromJson -}}
{{- $errors := list -}}
{{- $variables := list -}}
{{- $secrets := list -}}
{{- range $programs -}}
{{- $variables = concat $variables .variables -}}
{{- $secrets = concat $secrets .secrets -}}
{{- end -}}

{{- if not .Values.image.prefix -}}
{{- $errors = append $errors "image.prefix is missing. Name how the images begin, such as registry.example.com/writ." -}}
{{- end -}}
{{- range $name := list "PUBLIC_MANAGEMENT_URL" "PUBLIC_WRITE_URL" "KAFKA_BROKERS" -}}
{{- if not (index $.Values.env $name) }}{{ $errors = append $errors (printf "env.%s is missing. See .env.example." $name) }}{{ end -}}
{{- end -}}
{{- range $name := list "DATABASE_URL" "REDIS_URL" "ENCRYPTION_KEYS" -}}
{{- if not (hasKey $.Values.secrets $name) }}{{ $errors = append $errors (printf "secrets.%s is missing. Name the Secret and its key, or {} for existingSecret." $name) }}{{ end -}}
{{- end -}}
{{- range $name := keys .Values.secrets | sortAlpha -}}
{{- if not (has $name $secrets) }}{{ $errors = append $errors (printf "secrets.%s is no secret of Writ. Secrets are %s." $name (uniq $secrets | sortAlpha | join ", ")) }}{{ end -}}
{{- end -}}

{{- $maps := dict "env" (list .Values.env $variables $secrets) -}}
{{- range $name, $facts := $programs -}}
{{- $own := index $.Values $name | default (index $.Values.services $name) | default dict -}}
{{- $place := ternary (printf "services.%s" $name) $name (hasKey $.Values.services $name) -}}
{{- $_ := set $maps (printf "%s.env" $place) (list ($own.env | default dict) $facts.variables $facts.secrets) -}}
{{- end -}}
{{- range $place, $lists := $maps -}}
{{- range $name := keys (index $lists 0) | sortAlpha -}}
{{- if has $name (index $lists 2) -}}
{{- $errors = append $errors (printf "%s.%s is a secret. Name its place in secrets.%s." $place $name $name) -}}
{{- else if not (has $name (index $lists 1)) -}}
{{- $errors = append $errors (printf "%s.%s is read by no such program, or set by the chart. Remove it; extraEnv takes other variables." $place $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- if and .Values.ingress.enabled (eq (include "writ.publicHost" (list . "MANAGEMENT")) (include "writ.publicHost" (list . "WRITE"))) -}}
{{- $errors = append $errors "PUBLIC_MANAGEMENT_URL and PUBLIC_WRITE_URL have one host, so an ingress cannot tell them apart. Give each its own." -}}
{{- end -}}
{{- if $errors -}}
{{- fail (printf "\nThe values have errors:\n  %s\n" (join "\n  " $errors)) -}}
{{- end -}}
{{- end -}}

{{- define "writ.publicHost" -}}
{{- (urlParse (index (index . 0).Values.env (printf "PUBLIC_%s_URL" (index . 1)) | default "")).hostname -}}
{{- end -}}
