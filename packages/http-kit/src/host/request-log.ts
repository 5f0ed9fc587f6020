import type { Logger, Metrics } from '@writ/service-kit';
import type { Request, Response } from 'express';
import { Histogram } from 'prom-client';

const probes = new Set(['/livez', '/readyz', '/readyz/host']);

/** One wide log line and one observation for each request, when its answer is out or its caller has gone. */
export function requestLog(options: {
  logger: Logger;
  metrics: Metrics;
}): (request: Request, response: Response) => void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'status'],
    registers: [options.metrics.registry],
  });
  const observers = new Map<string, { observe: (seconds: number) => void }>();
  /** The histogram's own look-up by labels costs more than counting. */
  const observerOf = (method: string, status: number) => {
    const key = `${method} ${status}`;
    const known = observers.get(key) ?? durations.labels({ method, status });
    observers.set(key, known);
    return known;
  };
  return (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const status = response.writableFinished ? response.statusCode : 499;
      observerOf(request.method, status).observe(durationMs / 1000);
      const path = pathOf(request.originalUrl);
      if (probes.has(path)) return;
      options.logger.info('request', {
        requestId: String(response.locals['requestId']),
        method: request.method,
        path,
        status,
        durationMs,
      });
    });
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
