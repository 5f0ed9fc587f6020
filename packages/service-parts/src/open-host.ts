import { listen, type HttpApp, type Listening } from '@writ/http-kit';
import type { Closing, ServiceFrame } from '@writ/service-kit';

/** Starts an app on a port (0: any free one). @throws StartError in one sentence when the port is in use. */
export const openHost = async (
  app: HttpApp,
  options: { port: number; host: string },
  closing: Closing,
): Promise<Listening> => closing.add(await listen(app, options), (listening) => listening.close());

/** The last step of a start: what is undone first is readiness, so that callers go elsewhere before anything closes. */
export function beReady(
  { health, logger }: Pick<ServiceFrame, 'health' | 'logger'>,
  told: { message: string; url: string },
  closing: Closing,
): void {
  closing.add(health, (ready) => ready.startDraining());
  logger.info(told.message, { url: told.url });
}
