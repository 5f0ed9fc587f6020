import { setTimeout as delay } from 'node:timers/promises';
import { eventually, openLink } from '@writ/test-kit';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates, sharedCalls } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { figureAtMost } from '../rules/figures.ts';
import { fencedOff, settledNothingSince, takenOverWithin } from '../rules/leases.ts';

const frozenMs = 45_000;
const takeOverLimitMs = 20_000;
/** After it thaws: long enough for everything that it had held back. */
const watchedMs = 10_000;
const endLimitMs = 60_000;
/** So few that the other worker has done all of them when the frozen one thaws: what ends then is of that one. */
const writesPerAccount = 250;

/** F14: a worker is frozen while calls of it are under way, and thaws long after its leases have run out. */
export const f14FrozenWorker: Experiment = {
  summary: 'a worker is frozen for 45 s (SIGSTOP) with calls under way; another one takes over',
  unit: 'asynchronous creates',
  usualN: 10_000,
  ground: {
    replicas: { 'write-worker': 0 },
    accounts: (n) => Math.max(2, Math.ceil(n / writesPerAccount)),
    latencyMs: 400,
  },
  act: async (run) => {
    const { ground, record, tell, closing } = run;
    // The frozen worker has a way of its own to the CRM, on which its every word is seen.
    const link = closing.add(await openLink(ground.stack.sandboxUrl), (opened) => opened.close());
    const environment = { HUBSPOT_BASE_URL: `${link.url.replace(/\/$/, '')}/hubspot` };
    const frozen = await ground.stack.addReplica('write-worker', { environment });
    const sending = sendWrites(run, { numbers: range(0, run.n), record: 'unique' });
    await eventually(async () => (await sharedUnderWay(run)) >= 10, { withinMs: 30_000 });
    process.kill(frozen.pid(), 'SIGSTOP');
    record({ kind: 'fault', atMs: Date.now(), what: 'freeze', target: frozen.name });
    tell(`Froze ${frozen.name}.`);
    const frozenAtMs = Date.now();
    await ground.stack.addReplica('write-worker');
    await sending;
    await waitEnded(run, frozenMs - (Date.now() - frozenAtMs) - 5_000);
    await delay(Math.max(0, frozenAtMs + frozenMs - Date.now()));
    const thawedAtMs = Date.now();
    process.kill(frozen.pid(), 'SIGCONT');
    record({ kind: 'mended', atMs: thawedAtMs, what: 'freeze', target: frozen.name });
    tell(`Thawed ${frozen.name}.`);
    await delay(watchedMs);
    const late = link.lastSentAtMs() > thawedAtMs ? 1 : 0;
    record({ kind: 'figure', atMs: Date.now(), name: 'calls after the thaw', value: late });
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    sharedCalls(history, 0.5),
    allAcknowledged(history, n),
    nothingLost(history),
    takenOverWithin(history, takeOverLimitMs),
    fencedOff(history),
    settledNothingSince(history, 'the thawed worker settles nothing'),
    figureAtMost(history, 'calls after the thaw', 0, 'the thawed worker sends nothing more'),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
  ],
};

/** Operations in shared calls that a worker has claimed and not settled. */
async function sharedUnderWay({ ground }: Run): Promise<number> {
  const { rows } = await ground.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM operation WHERE claimed AND together > 1`,
  );
  return rows[0]?.count ?? 0;
}
