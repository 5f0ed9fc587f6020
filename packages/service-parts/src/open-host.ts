import { setTimeout as sleep } from 'node:timers/promises';
import { createMetricsApp, listen, type HttpApp, type ListenOptions, type Listening } from '@writ/http';
import type { Closing, Metrics, ServiceFrame } from '@writ/service-kit';

/** Starts an app on a port (0: any free one). @throws as `listen` */
export const openHost = async (app: HttpApp, options: ListenOptions, closing: Closing): Promise<Listening> =>
  closing.add(await listen(app, options), (listening) => listening.close());

/** A proxy with some hundred requests a second uses each kept connection within this time. */
const drainMs = 1_000;

/** As `openHost`, for a process with replicas behind a proxy: it drains before it closes. */
export const openReplicaHost: typeof openHost = (app, options, closing) =>
  openHost(app, { ...options, drain: () => sleep(drainMs, undefined, { ref: false }) }, closing);

/** Serves this process's metrics on their own port; returns their address. @throws as `listen` */
export async function openMetrics(
  { metrics }: { metrics: Metrics },
  config: { METRICS_PORT: number; METRICS_HOST: string },
  closing: Closing,
): Promise<string> {
  const address = {
    port: config.METRICS_PORT,
    portVariable: 'METRICS_PORT',
    host: config.METRICS_HOST,
    hostVariable: 'METRICS_HOST',
  };
  const { url } = await openHost(createMetricsApp(metrics), address, closing);
  return `${url}/metrics`;
}

/** Last step of a start, so that readiness ends first: callers go elsewhere before anything closes. */
export function beReady(
  { health, logger }: Pick<ServiceFrame, 'health' | 'logger'>,
  { message, ...addresses }: { message: string; url: string; metricsUrl: string },
  closing: Closing,
): void {
  closing.add(health, (ready) => ready.startDraining());
  logger.info(message, addresses);
}
