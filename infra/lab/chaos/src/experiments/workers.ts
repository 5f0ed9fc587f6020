import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '@writ/stack';
import { eventually, openLink } from '@writ/test-kit';
import { range } from '@writ/test-kit/laboratory';
import { entriesOf } from '../entry.ts';
import type { Experiment, Run } from '../experiment.ts';
import { broke, measured, fixed } from '../history/note.ts';
import { isUpsert, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import {
  duplicatesAtMost,
  duplicatesFlagged,
  noneAmbiguous,
  sharedCalls,
  successIsTrue,
} from '../rules/effects.ts';
import { allAcknowledged, allSucceeded, endedWithin, nothingLost } from '../rules/ends.ts';
import { oneEventPerOperation, repetitionsKeepTheirId } from '../rules/events.ts';
import { faultsAtLeast, struckSomething } from '../rules/faults.ts';
import { figureAtMost } from '../rules/figures.ts';
import { fencedOff, settledNothingSince, takenOverWithin } from '../rules/leases.ts';
import { promised } from '../rules/promised.ts';
import { countBy, killWorkers, riseAgain, runs } from './processes.ts';

const fullSize = 10_000;
const killsIn = (n: number) => ({ times: n < fullSize ? 4 : 10, everyMs: 2_000 });
const perSecondOf = (n: number): number => (n * 1000) / (killsIn(n).times * killsIn(n).everyMs);
const f1LimitMs = 60_000;

/** Workers are killed during upserts and searchable creates. */
export const f1: Experiment = {
  summary: 'kill -9 one of 3 workers every 2 s, 10 times, during creates with a unique property and upserts',
  unit: 'asynchronous writes',
  usualN: fullSize,
  ground: { replicas: { 'write-worker': 3 }, accounts: () => 3, latencyMs: 100 },
  act: async (run) => {
    const writing = sendWrites(run, { upserts: true, perSecond: perSecondOf(run.n), insist: true });
    await Promise.all([writing, killWorkers(run, killsIn(run.n))]);
    await waitEnded(run, 1.5 * f1LimitMs);
  },
  judge: (history, n) => [
    ...promised(history, n),
    noneAmbiguous(history, isUpsert),
    faultsAtLeast(history, killsIn(n).times),
    struckSomething(history),
    // In a small run most writes go alone.
    sharedCalls(history, n < fullSize ? 0 : 0.5),
    successIsTrue(history),
    endedWithin(history, f1LimitMs, 'fault'),
    repetitionsKeepTheirId(history),
  ],
  alerts: { fire: [], may: ['WritProcessDown'] },
};

const f2Accounts = 3;
const f2Concurrency = 24;

/** Workers are killed during creates that cannot be searched for. */
export const f2: Experiment = {
  summary: 'the same with creates that hold nothing unique: what may be doubled is marked',
  unit: 'asynchronous creates',
  usualN: 10_000,
  ground: {
    replicas: { 'write-worker': 3 },
    accounts: () => f2Accounts,
    latencyMs: 100,
    environment: { WORKER_ACCOUNT_CONCURRENCY: String(f2Concurrency) },
  },
  act: async (run) => {
    const writing = sendWrites(run, { record: 'plain', perSecond: perSecondOf(run.n) });
    await Promise.all([writing, killWorkers(run, killsIn(run.n))]);
    await waitEnded(run, 90_000);
  },
  judge: (history, n) => [
    faultsAtLeast(history, killsIn(n).times),
    struckSomething(history),
    sharedCalls(history, n < fullSize ? 0 : 0.5),
    allAcknowledged(history, n),
    nothingLost(history),
    duplicatesAtMost(history, killsIn(n).times * f2Accounts * f2Concurrency),
    duplicatesFlagged(history),
    allSucceeded(history),
    successIsTrue(history),
    oneEventPerOperation(history),
  ],
  alerts: { fire: [], may: ['WritProcessDown'] },
};

/** The answers to the last write of each life, and to those in flight beside it, are lost. */
const writesPerLife = 10;
const f7Workers = 2;
/** A dead worker's lane waits for the sweep or leases; other lanes continue. */
const writesPerAccount = 20;
/** Writes of a life, with those in flight. More are sent if needed. */
const usualPerLife = 15;
const f7LimitMs = 600_000;
const lookEveryMs = 20;
const killsOf = (n: number): number => Math.floor(n / usualPerLife);

/** Workers are killed between the provider's answer and the commit. */
export const f7: Experiment = {
  summary: "kill -9 the worker between the provider's 200 and the commit of the result, at every 10th write",
  unit: 'asynchronous creates with a unique property and upserts, or more, until a fifteenth as many kills',
  usualN: 3_000,
  ground: {
    replicas: { 'write-worker': 0 },
    accounts: (n) => Math.max(f7Workers, Math.ceil(n / writesPerAccount)),
    latencyMs: 0,
  },
  act: async (run) => {
    const changes = {
      main: 'infra/lab/chaos/src/failing/dies-after-write.main.ts',
      environment: {
        CHAOS_DIES_AT: String(writesPerLife),
        WORKER_ACCOUNT_CONCURRENCY: '5',
        WORKER_LANE_SLOTS: '1',
      },
    };
    const workers = await Promise.all(
      Array.from({ length: f7Workers }, () => run.ground.stack.addReplica('write-worker', changes)),
    );
    const ending = new AbortController();
    const lives = Promise.all(workers.map((worker) => liveAgain(run, worker, ending.signal)));
    const write = async (from: number, count: number): Promise<void> => {
      await sendWrites(run, { numbers: range(from, count), upserts: true, insist: true });
      await waitEnded(run, f7LimitMs);
    };
    const killed = (): number => entriesOf(run.history, 'fault').length;
    const atOnce = f7Workers * usualPerLife;
    const working = async (): Promise<void> => {
      await write(0, run.n);
      // At most as many again, so that the run ends.
      for (let sent = run.n; killed() < killsOf(run.n) && sent < 2 * run.n; sent += atOnce)
        await write(sent, atOnce);
    };
    await Promise.race([working(), lives]);
    ending.abort();
    await lives;
  },
  judge: (history, n) => [
    ...promised(history, n),
    noneAmbiguous(history, isUpsert),
    faultsAtLeast(history, killsOf(n)),
    struckSomething(history),
    sharedCalls(history, 0.2),
    successIsTrue(history),
  ],
  // Lanes of a dead worker wait for the sweep.
  alerts: { fire: [], may: ['WritProcessDown', 'WritWakeUpsLost', 'WritWritesLate'] },
};

async function liveAgain(run: Run, worker: Replica, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    if (runs(worker)) await delay(lookEveryMs);
    else await riseAgain(run, worker);
  }
}

const frozenMs = 45_000;
const takeOverLimitMs = 20_000;
/** Long enough after the thaw for everything that the worker held back. */
const watchedMs = 10_000;
/** Few enough for the other worker: any end after the thaw is the frozen worker's. */
const f14WritesPerAccount = 250;

/** A worker is frozen with calls in flight, and thaws long after its leases. */
export const f14: Experiment = {
  summary: 'a worker is frozen for 45 s (SIGSTOP) with calls in flight; another one takes over',
  unit: 'asynchronous creates',
  usualN: 10_000,
  ground: {
    replicas: { 'write-worker': 0 },
    accounts: (n) => Math.max(2, Math.ceil(n / f14WritesPerAccount)),
    latencyMs: 400,
  },
  act: async (run) => {
    const { stack } = run.ground;
    // The frozen worker's own link to the CRM shows when it sends.
    const link = run.closing.add(await openLink(stack.sandboxUrl), (opened) => opened.close());
    const environment = { HUBSPOT_BASE_URL: `${link.url.replace(/\/$/, '')}/hubspot` };
    const frozen = await stack.addReplica('write-worker', { environment });
    const sending = sendWrites(run, {});
    const inSharedCalls = () => countBy(run, 'SELECT count(*) FROM operation WHERE claimed AND together > 1');
    await eventually(async () => (await inSharedCalls()) >= 10, { withinMs: 30_000 });
    process.kill(frozen.pid(), 'SIGSTOP');
    broke(run, 'freeze', frozen.name);
    const frozenAtMs = Date.now();
    await stack.addReplica('write-worker');
    await sending;
    await waitEnded(run, frozenMs - (Date.now() - frozenAtMs) - 5_000);
    await delay(Math.max(0, frozenAtMs + frozenMs - Date.now()));
    const thawedAtMs = Date.now();
    process.kill(frozen.pid(), 'SIGCONT');
    fixed(run, 'freeze', frozen.name);
    await delay(watchedMs);
    measured(run, 'calls after the thaw', link.lastSentAtMs() > thawedAtMs ? 1 : 0);
    await waitEnded(run, 60_000);
  },
  judge: (history, n) => [
    ...promised(history, n),
    sharedCalls(history, 0.5),
    takenOverWithin(history, takeOverLimitMs),
    fencedOff(history),
    settledNothingSince(history, 'the thawed worker settles nothing'),
    figureAtMost(history, 'calls after the thaw', 0, 'the thawed worker sends nothing more'),
  ],
  alerts: { fire: ['WritProcessDown'] },
};
