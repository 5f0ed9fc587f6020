import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { othersUndisturbed, restsAsTold } from '../rules/quota.ts';

const othersPerSecond = 20;
const retryAfterSeconds = 30;
/** Writes that wait for the account whose quota is used up. */
const waiting = 200;
/** Of the time of the 429s: how long it is measured before them how fast the others are. */
const beforeShare = 0.2;
const endLimitMs = 120_000;

/** F15: one account's quota is used up. In real time: the limiter's clock is in Redis, and nobody's to move. */
export const f15RateLimited: Experiment = {
  summary: 'the CRM answers 429 with Retry-After 30 to one account for 10 min, and works for three others',
  unit: 'seconds in which it does',
  usualN: 600,
  ground: { accounts: () => 4, latencyMs: 20 },
  act: async (run) => {
    const { accounts, sandbox } = run.ground;
    const [{ account }] = accounts;
    const beforeMs = run.n * beforeShare * 1000;
    const others = range(0, Math.round(othersPerSecond * run.n * (1 + beforeShare)));
    const limiting = async (): Promise<void> => {
      await delay(beforeMs);
      const headers = { 'Retry-After': String(retryAfterSeconds) };
      const then = { status: 429, headers, body: { status: 'error', errorType: 'RATE_LIMIT' } };
      await sandbox.play({ provider: 'hubspot', account, times: 1_000_000, then });
      run.record({ kind: 'fault', atMs: Date.now(), what: 'quota used up', target: account });
      run.tell(`${account} is told to wait.`);
      const numbers = range(others.length, waiting);
      await sendWrites(run, { numbers, record: 'unique', accountOf: () => 0 });
      await delay(run.n * 1000);
      await sandbox.forgetFaults();
      run.record({ kind: 'mended', atMs: Date.now(), what: 'quota used up', target: account });
      run.tell(`${account} is served again.`);
    };
    const sending = { record: 'unique', perSecond: othersPerSecond } as const;
    await Promise.all([
      sendWrites(run, { ...sending, numbers: others, accountOf: (number) => 1 + (number % 3) }),
      limiting(),
    ]);
    await waitEnded(run, endLimitMs);
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
};
