import type { Health, Metrics, Readiness } from '@writ/service-kit';
import express, { Router, type Express, type RequestHandler } from 'express';

/**
 * `/livez` and `/readyz`, without a key (Contract §1).
 * @param ofHost asks all services of the host; the edge serves it as its own `/readyz`
 */
export function healthRoutes(health: Health, ofHost?: () => Promise<Readiness>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/livez', (_request, response) => void response.json({ alive: true }));
  router.get(
    '/readyz',
    answering(() => health.readiness()),
  );
  if (ofHost) router.get('/readyz/host', answering(ofHost));
  return router;
}

const answering =
  (ask: () => Promise<Readiness>): RequestHandler =>
  async (_request, response) => {
    const readiness = await ask();
    response.status(readiness.ready ? 200 : 503).json(readiness);
  };

/** For a process without endpoints. */
export const createHealthApp = ({ health }: { health: Health }): Express =>
  plainApp().use(healthRoutes(health));

/** `/metrics` on its own port, for Prometheus. */
export const createMetricsApp = (metrics: Metrics): Express =>
  plainApp().get('/metrics', async (_request, response) => {
    response.setHeader('Content-Type', metrics.contentType);
    response.end(await metrics.render());
  });

const plainApp = (): Express => express().disable('x-powered-by');
