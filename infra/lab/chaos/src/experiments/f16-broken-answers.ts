import type { Fault } from '@writ/sandbox-crm';
import type { Experiment } from '../experiment.ts';
import { range, recordOf, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { ambiguousAre, attemptsAtMost } from '../rules/attempts.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { duplicatesFlagged } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';

/** How the CRM fails, each for a share of the writes; the first call of each is struck. */
const faults = ['hang', 'commit-then-hang', 'slow', 'reset', 'commit-then-reset', 'reset-mid-body'] as const;
/** Every so many writes are struck; the others show that places are freed. */
const everyStruck = 3;
const callLimitMs = 90_000;
const graceMs = 5_000;
const endLimitMs = 240_000;

const faultOf = (number: number): Fault['then'] | undefined =>
  number % everyStruck === 0 ? faults[(number / everyStruck) % faults.length] : undefined;

/** F16: the CRM does not answer, answers a byte a second, or breaks off. */
export const f16BrokenAnswers: Experiment = {
  summary: 'the CRM hangs, answers a byte a second, or breaks off, at a third of the writes',
  unit: 'asynchronous creates that hold nothing unique',
  usualN: 180,
  ground: { accounts: () => 1, latencyMs: 0 },
  act: async (run) => {
    const numbers = range(0, run.n);
    for (const number of numbers) {
      const then = faultOf(number);
      const match = { method: 'POST', record: { lastname: recordOf(number, 'plain')['lastname'] ?? '' } };
      if (then) await run.ground.sandbox.play({ provider: 'hubspot', match, then });
    }
    await sendWrites(run, { numbers, record: 'plain' });
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => {
    const struck = range(0, n).filter((number) => faultOf(number) !== undefined);
    return [
      allAcknowledged(history, n),
      nothingLost(history),
      attemptsAtMost(history, callLimitMs + graceMs),
      allSucceeded(history),
      ambiguousAre(history, struck),
      duplicatesFlagged(history),
      oneEventPerOperation(history),
    ];
  },
};
