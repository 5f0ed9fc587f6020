import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '@writ/sandbox-crm';
import { range } from '@writ/test-kit/laboratory';
import type { Experiment } from '../experiment.ts';
import { broke, fixed } from '../history/note.ts';
import { recordOf, sendWrites, type Writes } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { ambiguousAre, attemptsAtMost } from '../rules/attempts.ts';
import { duplicatesFlagged, noDuplicates, sharedCalls, successIsTrue, writeCalls } from '../rules/effects.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { othersUndisturbed, restsAsTold } from '../rules/quota.ts';

const othersPerSecond = 20;
const retryAfterSeconds = 30;
const waiting = 200;
/** Part of the run before the 429s, to measure the others' speed. */
const beforeShare = 0.2;

/** An account's quota is used up. In real time: the limiter's clock, in Redis, cannot be moved. */
export const f15: Experiment = {
  summary: 'the CRM answers 429 with Retry-After 30 to one account for 10 min, and works for three others',
  unit: 'seconds in which it does',
  usualN: 600,
  ground: { accounts: () => 4, latencyMs: 20 },
  act: async (run) => {
    const { accounts, sandbox } = run.ground;
    const [{ account }] = accounts;
    const others = range(0, Math.round(othersPerSecond * run.n * (1 + beforeShare)));
    const limiting = async (): Promise<void> => {
      await delay(run.n * beforeShare * 1000);
      const headers = { 'Retry-After': String(retryAfterSeconds) };
      const then = { status: 429, headers, body: { status: 'error', errorType: 'RATE_LIMIT' } };
      await sandbox.play({ provider: 'hubspot', account, times: 1_000_000, then });
      broke(run, 'quota used up', account);
      await sendWrites(run, { numbers: range(others.length, waiting), accountOf: () => 0 });
      await delay(run.n * 1000);
      await sandbox.forgetFaults();
      fixed(run, 'quota used up', account);
    };
    const sending = { numbers: others, perSecond: othersPerSecond };
    await Promise.all([sendWrites(run, { ...sending, accountOf: (number) => 1 + (number % 3) }), limiting()]);
    await waitEnded(run, 120_000);
  },
  judge: (history) => [
    faultsAtLeast(history, 1),
    restsAsTold(history, retryAfterSeconds * 1000),
    othersUndisturbed(history),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
  ],
  alerts: { fire: [] },
};

/** Failures of the CRM, each for a share of writes, at their first call. */
const faults = ['hang', 'commit-then-hang', 'slow', 'reset', 'commit-then-reset', 'reset-mid-body'] as const;
/** The other writes show that places become free. */
const everyStruck = 3;
const callLimitMs = 90_000;
const graceMs = 5_000;
/** A record may be struck in calls that halve until it is alone. */
const endLimitMs = 900_000;

const faultOf = (number: number): Fault['then'] | undefined =>
  number % everyStruck === 0 ? faults[(number / everyStruck) % faults.length] : undefined;

/** The second half can be searched for; two thirds of them are upserts. */
const kindOf = (number: number, n: number): Writes['record'] => (number < n / 2 ? 'plain' : 'unique');

/** The CRM does not answer, answers a byte a second, or breaks off. */
export const f16: Experiment = {
  summary: 'the CRM hangs, answers a byte a second, or breaks off, at a third of the writes',
  unit: 'asynchronous writes: half are creates that hold nothing unique, a third are upserts',
  usualN: 360,
  ground: { accounts: () => 1, latencyMs: 0 },
  act: async (run) => {
    const all = range(0, run.n);
    for (const number of all) {
      const then = faultOf(number);
      const match = { method: 'POST', record: { lastname: recordOf(number, 'plain')['lastname'] ?? '' } };
      if (then) await run.ground.sandbox.play({ provider: 'hubspot', match, then });
    }
    for (const record of ['plain', 'unique'] as const) {
      const numbers = all.filter((number) => kindOf(number, run.n) === record);
      await sendWrites(run, { numbers, record, upserts: record === 'unique' });
    }
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => {
    // Writes in calls without a complete answer.
    const struck = writeCalls(history).flatMap(({ fault, numbers }) => (fault === undefined ? [] : numbers));
    return [
      allAcknowledged(history, n),
      nothingLost(history),
      sharedCalls(history, 0.2),
      attemptsAtMost(history, callLimitMs + graceMs),
      allSucceeded(history),
      successIsTrue(history),
      // Searchable writes end with a known outcome, and exist once.
      ambiguousAre(
        history,
        struck.filter((number) => kindOf(number, n) === 'plain'),
      ),
      duplicatesFlagged(history),
      oneEventPerOperation(history),
    ];
  },
  alerts: { fire: [], may: ['WritProviderAway', 'WritWritesLate'] },
};
