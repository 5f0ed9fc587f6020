import { setTimeout as delay } from 'node:timers/promises';
import { range } from '@writ/test-kit/laboratory';
import type { EntryOf } from '../entry.ts';
import type { Run } from '../experiment.ts';
import { ask } from './ask.ts';
import { recordOf, sendWrites, type Writes } from './send-writes.ts';

/** Shared by kinds; two more have only auto batches: sent, and cancelled. */
const shared = 4;
export const mixedAccounts = shared + 2;

/** Records of a batch have their own numbers, to be counted. */
const recordsPerBatch = 5;
const firstOfBatches = 1_000_000_000;
const batchOf = (number: number) =>
  range(firstOfBatches + number * recordsPerBatch, recordsPerBatch).map((of) => ({
    record: recordOf(of, 'unique'),
  }));

type Acknowledged = EntryOf<'acknowledged'>;
type Kind = Omit<Writes, 'numbers'> & {
  perSecond: number;
  then?: (run: Run, write: Acknowledged) => Promise<void>;
};

/** Closed by 100 records, long before the delay. */
const closedByCount = { autoBatchPolicy: { maxDelayMinutes: 1 } };
/** Cancelled before the delay. */
const neverClosed = { autoBatchPolicy: { maxDelayMinutes: 60 } };

/** 75 records a second in 50 requests. */
const kinds: readonly Kind[] = [
  // The answer stays with the key, even if the CRM failed.
  { perSecond: 5, insist: false, also: { mode: 'synchronous' } },
  { perSecond: 24, upserts: true },
  { perSecond: 5, also: (number) => ({ record: undefined, type: 'create', batch: batchOf(number) }) },
  { perSecond: 10, also: closedByCount, accountOf: () => shared },
  {
    perSecond: 3,
    also: (number) => ({ record: { ...recordOf(number, 'plain'), email: `no address ${number}` } }),
    then: retryOnce,
  },
  { perSecond: 3, also: neverClosed, accountOf: () => shared + 1, then: cancel },
];
const firstOf = (place: number): number => place * 100_000_000;
const synchronousPlace = 0;

export const isSynchronous = (number: number): boolean =>
  number >= firstOf(synchronousPlace) && number < firstOf(synchronousPlace + 1);

/** Sends all kinds of writes, retries those that the CRM refused, and cancels others. */
export async function sendMixed(run: Run, seconds: number): Promise<void> {
  const following: Promise<void>[] = [];
  const send = ({ then, ...writes }: Kind, place: number): Promise<unknown> =>
    sendWrites(
      {
        ...run,
        record: (entry) => {
          run.record(entry);
          if (then && entry.kind === 'acknowledged') following.push(then(run, entry));
        },
      },
      {
        accountOf: (number) => number % shared,
        insist: true,
        ...writes,
        numbers: range(firstOf(place), Math.round(writes.perSecond * seconds)),
      },
    );
  await Promise.all(kinds.map(send));
  await Promise.all(following);
}

const followLimitMs = 240_000;
const lookEveryMs = 1_000;

/** Asks until done or the time is over; verdicts show the rest. */
async function insist(look: () => Promise<boolean>): Promise<void> {
  for (const endsAtMs = Date.now() + followLimitMs; Date.now() < endsAtMs;) {
    if (await look()) return;
    await delay(lookEveryMs);
  }
}

async function retryOnce(run: Run, { operationId }: Acknowledged): Promise<void> {
  await insist(async () => {
    const { status, json } = await ask(run, 'GET', `/operations/${operationId}`);
    return status === 200 && (json as { status: string }).status !== 'in_progress';
  });
  await insist(async () => (await ask(run, 'POST', `/operations/${operationId}:retry`)).status === 200);
}

/** The first of a shared operation's writes cancels it; for the others it has ended. */
function cancel(run: Run, { operationId }: Acknowledged): Promise<void> {
  return insist(async () => {
    const { status } = await ask(run, 'POST', `/operations/${operationId}:cancel?all=true`);
    return status === 200 || status === 409;
  });
}
