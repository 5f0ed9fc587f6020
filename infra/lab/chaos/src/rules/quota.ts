import { percentile } from '@writ/test-kit';
import { atMost, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** For calls in flight at the first 429. */
const underWayMs = 1_000;
/** p95 may slow by a tenth, and by two looks for new work. */
const slowerMs = 50;
const slowerFactor = 1.1;

/** No call begins during the wait that the CRM asked for. */
export function restsAsTold(history: History, waitMs: number): Verdict {
  const calls = entriesOf(history, 'call');
  const told = calls.filter(({ status }) => status === 429);
  const wrong = calls.filter(({ account, atMs }) =>
    told.some(({ account: whose, atMs: toldAtMs, tookMs = 0 }) => {
      const sinceMs = atMs - toldAtMs - tookMs;
      return account === whose && sinceMs > underWayMs && sinceMs < waitMs;
    }),
  );
  return noneOf(
    'no attempt earlier than told',
    wrong.map(({ account, seq }) => `${account} call ${seq}`),
    `${told.length} × 429`,
    told.length,
  );
}

/** While one account waits, other accounts' operations take no longer. */
export function othersUndisturbed(history: History): Verdict {
  const [fault] = entriesOf(history, 'fault');
  const [fixed] = entriesOf(history, 'fixed');
  const [fromMs, toMs] = [fault?.atMs ?? Infinity, fixed?.atMs ?? Infinity];
  // An operation has the provider's account name; calls show which writes went where.
  const limited = new Set(
    entriesOf(history, 'call').flatMap(({ account, numbers }) => (account === fault?.target ? numbers : [])),
  );
  const others = entriesOf(history, 'operation').filter(
    ({ numbers }) => !numbers.some((number) => limited.has(number)),
  );
  const took = (wanted: (createdAtMs: number) => boolean): number =>
    percentile(
      others
        .filter(({ createdAtMs }) => wanted(createdAtMs))
        .map(({ createdAtMs, endedAtMs = Infinity }) => endedAtMs - createdAtMs),
      95,
      Infinity,
    );
  const before = took((createdAtMs) => createdAtMs < fromMs);
  const during = took((createdAtMs) => createdAtMs >= fromMs && createdAtMs < toMs);
  const what = `p95 of the others, accepted to ended (${Math.round(before)} ms before)`;
  return atMost(what, during, before * slowerFactor + slowerMs, 'ms');
}
