import { setTimeout as delay } from 'node:timers/promises';
import { startStandby } from '@writ/local-servers';
import type { Experiment, Run } from '../experiment.ts';
import { broke, fixed } from '../history/note.ts';
import { sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { onlyRetryable503, recoveredWithin } from '../rules/answers.ts';
import { oneOperationPerWrite } from '../rules/ends.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { promised } from '../rules/promised.ts';

const perSecond = 100;
/** The address leads nowhere, then to a read-only stand-by. */
const nowhereMs = 1_500;
const onlyReadsMs = 3_000;

/** Postgres is killed; its stand-by takes over at the same address. */
export const f27: Experiment = {
  summary: 'Postgres killed under 100 writes/s; a synchronous stand-by is promoted 4.5 s later',
  unit: 'asynchronous creates, each with an Idempotency-Key',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 0, links: true },
  act: async (run) => {
    await warmUp(run);
    await Promise.all([sendWrites(run, { perSecond, insist: true }), failOver(run)]);
    await waitEnded(run, 120_000);
  },
  judge: (history, n) => [
    ...promised(history, n),
    faultsAtLeast(history, 1),
    onlyRetryable503(history),
    recoveredWithin(history, 10_000),
    oneOperationPerWrite(history),
  ],
  // Only a slightly longer outage fires them.
  alerts: { fire: [], may: ['WritPostgresAway', 'WritRequestsFailing'] },
};

async function failOver(run: Run): Promise<void> {
  const { servers, links } = run.ground;
  const standby = run.closing.add(await startStandby(servers.postgres, { maxConnections: 300 }), (opened) =>
    opened.close(),
  );
  await delay((run.n / perSecond) * 300);
  await servers.postgres.kill();
  broke(run, 'kill', 'Postgres');
  await delay(nowhereMs);
  for (const link of links.filter(({ url }) => url.startsWith('postgres'))) link.leadTo(standby.url);
  await delay(onlyReadsMs);
  await standby.promote();
  fixed(run, 'kill', 'Postgres');
}
