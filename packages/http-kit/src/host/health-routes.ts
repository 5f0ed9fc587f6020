import type { Health, Metrics } from '@writ/service-kit';
import express, { Router, type Express } from 'express';

/** `/livez`, `/readyz` (each dependency by name) and `/metrics`: outside `/v1`, without a key (Contract §1). */
export function healthRoutes(health: Health, metrics: Metrics): Router {
  const router = Router({ caseSensitive: true });
  router.get('/livez', (_request, response) => void response.json({ alive: true }));
  router.get('/readyz', async (_request, response) => {
    const readiness = await health.readiness();
    response.status(readiness.ready ? 200 : 503).json(readiness);
  });
  router.get('/metrics', async (_request, response) => {
    response.setHeader('Content-Type', metrics.contentType);
    response.end(await metrics.render());
  });
  return router;
}

/** The app of a process that has no endpoints: health and metrics alone. */
export const createHealthApp = (parts: { health: Health; metrics: Metrics }): Express =>
  express().disable('x-powered-by').use(healthRoutes(parts.health, parts.metrics));
