import { CheckFault, readinessOfAll, type Health, type Readiness } from '@writ/service-kit';

/** Longer than a service gives its own dependencies. */
const limitMs = 3_000;

/**
 * The readiness of the management host: of this service, and of the two others, which are asked through the edge. They
 * answer for themselves alone, so nobody is asked in a circle. Without an edge this service is alone. Who asks while they
 * are being asked gets the same answer.
 */
export function hostReadiness(health: Health, edgeUrl: string | undefined): () => Promise<Readiness> {
  let asked: Promise<Readiness> | undefined;
  const services = {
    installations: () => health.readiness(),
    ...(edgeUrl !== undefined && {
      operations: () => askThrough(edgeUrl, 'operations'),
      notification: () => askThrough(edgeUrl, 'notification'),
    }),
  };
  return () => (asked ??= readinessOfAll(services, limitMs).finally(() => (asked = undefined)));
}

async function askThrough(edgeUrl: string, service: string): Promise<Readiness> {
  const signal = AbortSignal.timeout(limitMs);
  const answer = await fetch(new URL(`/readyz/${service}`, edgeUrl), { signal });
  const told = (await answer.json()) as Partial<Readiness>;
  if (typeof told.ready !== 'boolean' || told.dependencies === undefined)
    throw new CheckFault(`no service answers (status ${answer.status})`);
  return { ready: told.ready, dependencies: told.dependencies };
}
