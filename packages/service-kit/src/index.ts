export * from './clock.ts';
export * from './closing.ts';
export * from './environment/environment.ts';
export * from './log/fault-log.ts';
export * from './collected-bytes.ts';
export * from './gathered.ts';
export * from './health.ts';
export * from './log/let-readers-leave.ts';
export * from './log/logger.ts';
export * from './log/redact.ts';
export * from './network-reason.ts';
export * from './metrics.ts';
export * from './read-integer.ts';
export * from './ids.ts';
export * from './product-version.ts';
export * from './start-loop.ts';
export * from './run-service.ts';
export * from './service-frame.ts';
export * from './environment/kafka-variables.ts';
export * from './environment/outgoing-variables.ts';
export * from './environment/service-variables.ts';
export { tracingVariables, type TracingFacts } from './environment/tracing-variables.ts';
export { beginSpan, describeStep, inSpan, inTraces, SpanKind } from './tracing/spans.ts';
export { startTracing } from './tracing/start-tracing.ts';
export { readTraceParent, traceIdIn } from './tracing/trace-parent.ts';
export {
  baseUrl,
  integer,
  list,
  listOf,
  oneOf,
  optional,
  optionalEach,
  pageUrl,
  port,
  secret,
  text,
  textOf,
  url,
} from './environment/variables.ts';
