import { context, diag, trace } from '@opentelemetry/api';
import type { Closing } from '../closing.ts';
import type { TracingFacts } from '../environment/tracing-variables.ts';
import { createFaultLog } from '../log/fault-log.ts';
import type { Logger } from '../log/logger.ts';
import { newId } from '../ids.ts';
import { productVersion } from '../product-version.ts';

/** A step has a link to each write that shares it: at most a settlement's. */
const mostLinks = 500;

/** A collector that does not answer delays the end of the process so long. */
const exportMs = 3_000;

/** Some 10 MB of spans; further ones are dropped, and the log says so. */
const batches = {
  exportTimeoutMillis: exportMs,
  maxQueueSize: 8_192,
  maxExportBatchSize: 1_024,
  scheduledDelayMillis: 1_000,
};

/**
 * Sends spans to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT` until `closing` closes. Without it the SDK is
 * not even loaded.
 */
export async function startTracing(
  service: string,
  { config, logger }: { config: TracingFacts; logger: Logger },
  closing: Closing,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return;
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ]);
  const faults = createFaultLog(logger, 'The collector of traces');
  diag.setLogger({
    error: (message) => faults.failed(message),
    warn: (message) => faults.failed(message),
    info: () => undefined,
    debug: () => undefined,
    verbose: () => undefined,
  });
  const own = {
    'service.name': service,
    'service.version': productVersion,
    'service.instance.id': newId(),
  };
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportMs,
    ...(headers && { headers: Object.fromEntries(headers) }),
  });
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(own)),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanLimits: { linkCountLimit: mostLinks },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...batches })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  closing.add(provider, (opened) => opened.shutdown().catch(faults.failed));
}
