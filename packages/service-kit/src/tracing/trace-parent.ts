import {
  isSpanContextValid,
  trace,
  ROOT_CONTEXT,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';

const form =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;

/**
 * Undefined if it is no `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header). Later
 * versions are read as far as version 00 goes.
 */
export function readTraceParent(given: unknown): string | undefined {
  const { version, more } = (typeof given === 'string' && form.exec(given)?.groups) || {};
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  const read = `00-${(given as string).slice(3, 55)}`;
  return isSpanContextValid(spanContextOf(read)) ? read : undefined;
}

const traceIdOf = (traceParent: string): string => traceParent.slice(3, 35);

/** For logs and answers: the member `traceId`, if there is a trace. */
export const traceIdIn = (traceParent: string | null | undefined): { traceId?: string } =>
  typeof traceParent === 'string' ? { traceId: traceIdOf(traceParent) } : {};

/** Undefined without a trace. */
export const traceParentOf = (span: SpanContext): string | undefined =>
  isSpanContextValid(span)
    ? `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
    : undefined;

export const spanContextOf = (traceParent: string): SpanContext => ({
  traceId: traceIdOf(traceParent),
  spanId: traceParent.slice(36, 52),
  traceFlags: Number.parseInt(traceParent.slice(53, 55), 16),
  isRemote: true,
});

export const contextOf = (traceParent: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, spanContextOf(traceParent));

export const isSampled = (traceParent: string | null | undefined): traceParent is string =>
  typeof traceParent === 'string' && (spanContextOf(traceParent).traceFlags & TraceFlags.SAMPLED) !== 0;
