import type { Logger, Metrics } from '@writ/service-kit';
import type { Request, Response } from 'express';
import { Histogram } from 'prom-client';

/** What a request turned out to be about. */
type RequestFacts = {
  projectId?: string;
  keyId?: string;
  operationId?: string;
  /** So much had not been read of its answer when the host broke it off. */
  unreadBytes?: number;
};

/** Adds to what the line of a request tells. */
export const tellOf = ({ locals }: Pick<Response, 'locals'>, facts: RequestFacts): void => {
  locals['about'] = { ...(locals['about'] as RequestFacts | undefined), ...facts };
};

/** The operation that an answer, or the context of a problem, names. */
export function operationIn(body: unknown): RequestFacts {
  const { operationId } = (body ?? {}) as { operationId?: unknown };
  return typeof operationId === 'string' ? { operationId } : {};
}

const probes = new Set(['/livez', '/readyz', '/readyz/host']);

/** One wide log line and one observation for each request, when its answer is out or its caller has gone. */
export function requestLog(options: {
  logger: Logger;
  metrics: Metrics;
}): (request: Request, response: Response) => void {
  const durations = new Histogram({
    name: 'writ_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    registers: [options.metrics.registry],
  });
  const observers = new Map<string, { observe: (seconds: number) => void }>();
  /** The histogram's own look-up by labels costs more than counting. */
  const observerOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const known = observers.get(key) ?? durations.labels({ method, route, status });
    observers.set(key, known);
    return known;
  };
  return (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const status = response.writableFinished ? response.statusCode : 499;
      observerOf(request.method, routeOf(request), status).observe(durationMs / 1000);
      const path = pathOf(request.originalUrl);
      if (probes.has(path)) return;
      options.logger.info('request', {
        requestId: String(response.locals['requestId']),
        ...(response.locals['about'] as RequestFacts | undefined),
        method: request.method,
        path,
        status,
        durationMs,
      });
    });
  };
}

/** The template of the address, never the address: there are few of them. */
function routeOf({ route }: { route?: { path: unknown } }): string {
  return typeof route?.path === 'string' ? route.path.replaceAll('\\', '') : 'none';
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
