import { traceIdIn, type Logger, type Metrics } from '@writ/service-kit';
import type { Request, Response } from 'express';
import { Histogram } from 'prom-client';
import { isProbe, pathOf, traceOf, type EndSpan } from './request-trace.ts';

type RequestFacts = {
  projectId?: string;
  keyId?: string;
  operationId?: string;
  /** Unread bytes of an answer that the host cut. */
  unreadBytes?: number;
};

export const tellOf = ({ locals }: Pick<Response, 'locals'>, facts: RequestFacts): void => {
  locals['about'] = { ...(locals['about'] as RequestFacts | undefined), ...facts };
};

export function operationIn(body: unknown): RequestFacts {
  const { operationId } = (body ?? {}) as { operationId?: unknown };
  return typeof operationId === 'string' ? { operationId } : {};
}

/** Logs and measures each request when its answer is out, or its caller has gone. */
export function requestLog(options: {
  logger: Logger;
  metrics: Metrics;
}): (request: Request, response: Response, end: EndSpan) => void {
  const durations = new Histogram({
    name: 'writ_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    registers: [options.metrics.registry],
  });
  const observers = new Map<string, { observe: (seconds: number) => void }>();
  /** The look-up by labels costs more than counting. */
  const observerOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const known = observers.get(key) ?? durations.labels({ method, route, status });
    observers.set(key, known);
    return known;
  };
  return (request, response, end) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const status = response.writableFinished ? response.statusCode : 499;
      const route = routeOf(request);
      observerOf(request.method, route, status).observe(durationMs / 1000);
      const about = response.locals['about'] as RequestFacts | undefined;
      end({ route, status, ...(about?.operationId !== undefined && { operationId: about.operationId }) });
      const path = pathOf(request.originalUrl);
      if (isProbe(path)) return;
      options.logger.info('request', {
        requestId: String(response.locals['requestId']),
        ...traceIdIn(traceOf(response)),
        ...about,
        method: request.method,
        path,
        status,
        durationMs,
      });
    });
  };
}

/** The path's template: addresses are too many for labels. */
function routeOf({ route }: { route?: { path: unknown } }): string {
  return typeof route?.path === 'string' ? route.path.replaceAll('\\', '') : 'none';
}
