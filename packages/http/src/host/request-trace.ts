import { beginSpan, readTraceParent, SpanKind } from '@writ/service-kit';
import type { Request, Response } from 'express';

const probes = new Set(['/livez', '/readyz', '/readyz/host']);

export const isProbe = (path: string): boolean => probes.has(path);

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The `traceparent` of the request's own span, or the caller's if spans are off. */
export const traceOf = ({ locals }: Pick<Response, 'locals'>): string | undefined =>
  locals['traceParent'] as string | undefined;

export type EndSpan = (ended: { route: string; status: number; operationId?: string }) => void;

/**
 * Begins a request's span and goes on within it
 * (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). The route stands for the path, which may
 * hold what logs hide.
 */
export function traceRequest(request: Request, response: Response, goOn: (end: EndSpan) => void): void {
  const { method, headers, originalUrl, protocol } = request;
  if (isProbe(pathOf(originalUrl))) {
    goOn(() => undefined);
    return;
  }
  const attributes = { 'http.request.method': method, 'url.scheme': protocol };
  const caller = readTraceParent(headers['traceparent']);
  const span = beginSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
  response.locals['traceParent'] = span.traceParent;
  span.run(() =>
    goOn(({ route, status, operationId }) =>
      span.end({
        name: route === 'none' ? method : `${method} ${route}`,
        attributes: {
          'http.response.status_code': status,
          ...(route !== 'none' && { 'http.route': route }),
          ...(operationId !== undefined && { 'writ.operation.id': operationId }),
        },
        fault: status >= 500 ? String(status) : undefined,
      }),
    ),
  );
}
