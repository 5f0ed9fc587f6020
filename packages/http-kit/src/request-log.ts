import type { Logger, Metrics } from '@writ/service-kit';
import type { RequestHandler } from 'express';
import { Histogram } from 'prom-client';

const probes = new Set(['/livez', '/readyz', '/metrics']);

/** One wide log line and one observation for each request, when its answer is out or its caller has gone. */
export function requestLog(options: { logger: Logger; metrics: Metrics }): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'status'],
    registers: [options.metrics.registry],
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
      const status = response.writableFinished ? response.statusCode : 499;
      durations.observe({ method: request.method, status }, durationMs / 1000);
      if (probes.has(request.path)) return;
      options.logger.info('request', {
        requestId: String(response.locals['requestId']),
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status,
        durationMs,
      });
    });
    next();
  };
}
