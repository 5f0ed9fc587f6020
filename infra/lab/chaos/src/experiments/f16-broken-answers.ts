import type { Fault } from '@writ/sandbox-crm';
import type { Experiment } from '../experiment.ts';
import type { History } from '../entry.ts';
import { range, recordOf, sendWrites, type Writes } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { ambiguousAre, attemptsAtMost } from '../rules/attempts.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { duplicatesFlagged, sharedCalls, successIsTrue, writeCalls } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';

/** How the CRM fails, each for a share of the writes; the first call of each is struck. */
const faults = ['hang', 'commit-then-hang', 'slow', 'reset', 'commit-then-reset', 'reset-mid-body'] as const;
/** Every so many writes are struck; the others show that places are freed. */
const everyStruck = 3;
const callLimitMs = 90_000;
const graceMs = 5_000;
/** A record may be struck beside others, then with half of them, and so on until it is alone. */
const endLimitMs = 900_000;

const faultOf = (number: number): Fault['then'] | undefined =>
  number % everyStruck === 0 ? faults[(number / everyStruck) % faults.length] : undefined;

/** The second half of the writes can be looked for. */
const kindOf = (number: number, n: number): Writes['record'] => (number < n / 2 ? 'plain' : 'unique');

/** F16: the CRM does not answer, answers a byte a second, or breaks off. */
export const f16BrokenAnswers: Experiment = {
  summary: 'the CRM hangs, answers a byte a second, or breaks off, at a third of the writes',
  unit: 'asynchronous creates, of which half hold nothing unique',
  usualN: 360,
  ground: { accounts: () => 1, latencyMs: 0 },
  act: async (run) => {
    const numbers = range(0, run.n);
    for (const number of numbers) {
      const then = faultOf(number);
      const match = { method: 'POST', record: { lastname: recordOf(number, 'plain')['lastname'] ?? '' } };
      if (then) await run.ground.sandbox.play({ provider: 'hubspot', match, then });
    }
    for (const record of ['plain', 'unique'] as const)
      await sendWrites(run, {
        numbers: numbers.filter((number) => kindOf(number, run.n) === record),
        record,
      });
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    allAcknowledged(history, n),
    nothingLost(history),
    sharedCalls(history, 0.2),
    attemptsAtMost(history, callLimitMs + graceMs),
    allSucceeded(history),
    successIsTrue(history),
    // What can be looked for is known in the end, and was made once.
    ambiguousAre(
      history,
      struck(history).filter((number) => kindOf(number, n) === 'plain'),
    ),
    duplicatesFlagged(history),
    oneEventPerOperation(history),
  ],
};

/** The writes in calls whose answer never came, or only in part. */
const struck = (history: History): number[] =>
  writeCalls(history).flatMap(({ fault, numbers }) => (fault === undefined ? [] : numbers));
