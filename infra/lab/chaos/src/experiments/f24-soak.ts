import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@writ/stack';
import { median } from '@writ/test-kit';
import { Redis } from 'ioredis';
import type { Experiment, Run } from '../experiment.ts';
import { heapMb } from '../ground/heap-mb.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { figureAtMost } from '../rules/figures.ts';

const perSecond = 50;
const looks = 40;
const endLimitMs = 60_000;
/** A heap of 40 MB is collected at other moments in each quarter; what leaks at every write leaks more. */
const mostHeapMb = 8;
const heapGrowth = 'MB that a heap grew from the third quarter to the last';
const connectionGrowth = 'connections to Postgres more';
const keyGrowth = 'keys of Redis more';

/** F24: nothing is broken, and nothing piles up. */
export const f24Soak: Experiment = {
  summary: 'steady creates, nothing is broken: heaps, connections and keys of Redis stay as they are',
  unit: `asynchronous creates, ${perSecond} a second`,
  usualN: 90_000,
  ground: { accounts: () => 3, latencyMs: 20 },
  act: async (run) => {
    const seen: Seen[] = [];
    const watching = async (): Promise<void> => {
      for (let look = 0; look < looks; look += 1) {
        await delay((run.n * 1000) / perSecond / looks);
        seen.push(await lookAt(run));
      }
    };
    await Promise.all([
      sendWrites(run, { numbers: range(0, run.n), record: 'unique', perSecond, insist: true }),
      watching(),
    ]);
    compare(run, seen);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
    figureAtMost(history, heapGrowth, mostHeapMb, 'no heap grows'),
    figureAtMost(history, connectionGrowth, 5, 'connections are bounded'),
    figureAtMost(history, keyGrowth, 200, 'keys of Redis are bounded'),
  ],
};

type Seen = { heapsMb: readonly (number | undefined)[]; connections: number; keys: number };

async function lookAt({ ground }: Run): Promise<Seen> {
  const { stack, pool, servers } = ground;
  const replicas = serviceNames.flatMap((name) => stack.replicas[name]);
  const heapsMb = await Promise.all(replicas.map(({ metricsUrl }) => heapMb(metricsUrl)));
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int FROM pg_stat_activity');
  const redis = new Redis(servers.redis.url);
  const keys = await redis.dbsize();
  redis.disconnect();
  return { heapsMb, connections: rows[0]?.count ?? Infinity, keys };
}

/** The last quarter with the one before, by their medians; the first half is for caches to fill. */
function compare({ record, tell }: Run, seen: readonly Seen[]): void {
  const quarter = looks / 4;
  const growth = (value: (look: Seen) => number): number =>
    median(seen.slice(-quarter).map(value), Infinity) -
    median(seen.slice(-2 * quarter, -quarter).map(value), Infinity);
  const figure = (name: string, value: number): void => {
    record({ kind: 'figure', atMs: Date.now(), name, value });
    tell(`${name}: ${value.toFixed(1)}`);
  };
  for (const place of seen[0]?.heapsMb.keys() ?? [])
    figure(
      heapGrowth,
      growth(({ heapsMb }) => heapsMb[place] ?? Infinity),
    );
  figure(
    connectionGrowth,
    growth(({ connections }) => connections),
  );
  figure(
    keyGrowth,
    growth(({ keys }) => keys),
  );
}
