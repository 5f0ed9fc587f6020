import { CheckFault, readinessOfAll, type Health, type Readiness } from '@writ/service-kit';

/** Longer than a service's own limit for its dependencies. */
const limitMs = 3_000;

/**
 * Readiness of this service and, through the edge, of the other two, which report only themselves. Concurrent callers
 * share one check.
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
