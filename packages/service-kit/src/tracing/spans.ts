import {
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { contextOf, isSampled, spanContextOf, traceParentOf } from './trace-parent.ts';

export { SpanKind } from '@opentelemetry/api';

type StepOptions = Pick<SpanOptions, 'kind' | 'attributes' | 'startTime'>;

/** Not kept, since it would keep the SDK that a test has ended. */
const tracer = (): Tracer => trace.getTracer('writ');

/**
 * Begins the span of a request: the caller's trace goes on, if it has one.
 * @returns `traceParent`, the parent of what follows; undefined without a trace
 */
export function beginSpan(name: string, options: StepOptions, caller: string | undefined) {
  const parent = caller === undefined ? ROOT_CONTEXT : contextOf(caller);
  const span = tracer().startSpan(name, options, parent);
  return {
    traceParent: traceParentOf(span.spanContext()),
    run: (work: () => void): void => context.with(trace.setSpan(parent, span), work),
    /** @param fault of the service, not of the caller */
    end: (ended: { name: string; attributes: Attributes; fault?: string | undefined }): void => {
      if (!span.isRecording()) return;
      span.updateName(ended.name).setAttributes(ended.attributes);
      if (ended.fault !== undefined) fail(span, ended.fault);
      span.end();
    },
  };
}

/** Runs `work` as a step of the running one. */
export const inSpan = <T>(name: string, options: StepOptions, work: () => T): T =>
  tracer().startActiveSpan(name, options, (span) => ended([span], work));

/**
 * Runs `work` as a step of the traces that it serves. It appears in each sampled trace: with the steps inside
 * it in the first, which is linked to the others.
 * @param work gets the `traceparent` for what it sends; undefined without a trace
 */
export function inTraces<T>(
  name: string,
  traceParents: readonly (string | null | undefined)[],
  options: StepOptions,
  work: (traceParent: string | undefined) => T,
): T {
  const [first, ...others] = new Set(traceParents.filter(isSampled));
  if (first === undefined) {
    // A request that woke this work has a trace of its own.
    const unsampled = traceParents.find((one) => typeof one === 'string');
    return context.with(unsampled === undefined ? ROOT_CONTEXT : contextOf(unsampled), () => work(unsampled));
  }
  const links = others.map((other) => ({ context: spanContextOf(other) }));
  const span = tracer().startSpan(name, { ...options, links }, contextOf(first));
  if (!span.isRecording()) return work(first);
  const link = { context: span.spanContext() };
  const shared = others.map((other) =>
    tracer().startSpan(name, { ...options, links: [link] }, contextOf(other)),
  );
  return context.with(trace.setSpan(contextOf(first), span), () =>
    ended([span, ...shared], () => work(traceParentOf(span.spanContext()))),
  );
}

/** Adds to the running step. With an `error.type` it has failed. */
export function describeStep(attributes: Attributes): void {
  const span = trace.getActiveSpan()?.setAttributes(attributes);
  if (attributes['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
}

function ended<T>(spans: readonly Span[], work: () => T): T {
  const end = (fault?: unknown): void => {
    for (const span of spans) {
      if (fault !== undefined) fail(span, fault instanceof Error ? fault.name : 'unknown');
      span.end();
    }
  };
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    result.then(
      () => end(),
      (fault: unknown) => end(fault ?? 'unknown'),
    );
    return result;
  } catch (fault) {
    end(fault ?? 'unknown');
    throw fault;
  }
}

/**
 * Without the message, which may quote values
 * (https://opentelemetry.io/docs/specs/semconv/general/recording-errors/).
 */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}
