import { setTimeout as delay } from 'node:timers/promises';
import { entriesOf } from '../entry.ts';
import type { Run } from '../experiment.ts';
import { ask } from './ask.ts';

const everyMs = 1_000;
const dayMs = 86_400_000;

/** Reads a console's pages in turn. */
export async function readLists(run: Run, signal: AbortSignal): Promise<void> {
  for (let look = 0; !signal.aborted; look += 1) {
    const page = pageOf(run, look);
    const { status } = await ask(run, 'GET', page);
    run.record({ kind: 'read', atMs: Date.now(), page, status });
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function pageOf({ history }: Run, look: number): string {
  const latest = entriesOf(history.slice(-100), 'acknowledged').at(-1);
  const since = new Date(Date.now() - dayMs).toISOString();
  const pages = [
    '/operations?pageSize=100',
    '/operations?pageSize=100&status=failure',
    `/search?q=${encodeURIComponent(`n-${latest?.number ?? 0}@example.com`)}`,
    `/stats?bucket=hour&since=${since}`,
    '/lanes',
    '/deliveries?pageSize=100',
    ...(latest ? [`/operations/${latest.operationId}`, `/operations/${latest.operationId}/records`] : []),
  ];
  return pages[look % pages.length] ?? '/operations';
}
