import type { Values } from './environment.ts';
import { collectorUrl, decimal, optional, pairs, secret } from './variables.ts';

/** Of every process. Standard names: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collectorUrl(
      'Address of a collector of traces (OTLP over HTTP), such as http://collector:4318; without it there are none.',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    secret(pairs('Headers for the collector, as name=value, separated by commas, values percent-encoded.')),
  ),
  OTEL_TRACES_SAMPLER_ARG: decimal(
    'Share of requests that are traced, from 0 to 1; a request with a traceparent is traced if its caller is.',
    { fallback: '1', min: 0, max: 1 },
  ),
};

export type TracingFacts = Values<typeof tracingVariables>;
