import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endedCalls, answered } from '../testing/ended-calls.ts';
import type { AccountState } from './account-state.ts';
import { decide } from './decide.ts';
import type { Answer, Errand, QuotaRules } from './errand.ts';

/** An ask and its calls' fates, as fractions or ms. */
const asking = fc.record({
  afterMs: fc.integer({ min: 0, max: 300 }),
  synchronous: fc.boolean(),
  wanted: fc.integer({ min: 1, max: 12 }),
  /** When in its validity a call begins. */
  late: fc.double({ min: 0, max: 0.999, noNaN: true }),
  latencyMs: fc.integer({ min: 0, max: 700 }),
  reportAfterMs: fc.integer({ min: 0, max: 400 }),
  fate: fc.constantFrom('made', 'made', 'made', 'unused', 'holder died', 'report lost'),
});
const quota = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  windowMs: fc.constantFrom(100, 1_000, 3_000),
  share: fc.double({ min: 0.3, max: 1, noNaN: true }),
  synchronousShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
});

const rulesOf = ({
  limit,
  windowMs,
  ...shares
}: {
  limit: number;
  windowMs: number;
  share: number;
  synchronousShare: number;
}): QuotaRules => ({
  window: { limit, windowMs },
  ...shares,
  asynchronousDailyShare: 1,
  breaker: { writes: 5, restMs: 1, probeMs: 1 },
});

function anAccount(rules: QuotaRules) {
  let state: AccountState | undefined;
  let count = 0;
  return (errand: Partial<Errand>, nowMs: number): Answer | undefined => {
    const whole = { rules, calls: [], unused: [], ...errand };
    const decided = decide(state, whole, nowMs, () => String((count += 1)));
    state = decided.state;
    return decided.outcome.answer;
  };
}

type Asking = typeof asking extends fc.Arbitrary<infer T> ? T : never;
type Begun = { atMs: number; synchronous: boolean };

/** In order of time; returns when calls began. */
function play(rules: QuotaRules, askings: readonly Asking[]): Begun[] {
  const begun: Begun[] = [];
  const waiting: { atMs: number; errand: Partial<Errand> }[] = [];
  const run = anAccount(rules);
  let nowMs = 1_000_000;
  for (const { afterMs, synchronous, wanted, late, latencyMs, reportAfterMs, fate } of askings) {
    nowMs += afterMs;
    for (const { atMs, errand } of waiting.toSorted((a, b) => a.atMs - b.atMs))
      if (atMs <= nowMs) run(errand, atMs);
    waiting.splice(0, waiting.length, ...waiting.filter(({ atMs }) => atMs > nowMs));
    const answer = run({ ask: { synchronous, wanted, maxWaitMs: 2_000 } }, nowMs);
    for (const { id, startAtMs, endAtMs } of answer?.kind === 'granted' ? answer.permits : []) {
      const firstMs = Math.max(nowMs, startAtMs);
      const beginsAtMs = firstMs + late * (endAtMs - firstMs);
      if (fate === 'unused') waiting.push({ atMs: nowMs + reportAfterMs, errand: { unused: [id] } });
      if (fate === 'unused' || fate === 'holder died') continue;
      begun.push({ atMs: beginsAtMs, synchronous });
      const endsAtMs = beginsAtMs + latencyMs;
      const errand = { calls: endedCalls([answered(id)], endsAtMs) };
      if (fate === 'made') waiting.push({ atMs: endsAtMs + reportAfterMs, errand });
    }
  }
  return begun.toSorted((a, b) => a.atMs - b.atMs);
}

const mostInWindow = (begun: readonly Begun[], windowMs: number): number =>
  Math.max(
    0,
    ...begun.map(
      (last) => begun.filter((one) => one.atMs > last.atMs - windowMs && one.atMs <= last.atMs).length,
    ),
  );

test('in no window more calls begin than the share of the limit, whatever becomes of them and of their reports', () => {
  fc.assert(
    fc.property(quota, fc.array(asking, { minLength: 5, maxLength: 60 }), (given, askings) => {
      const begun = play(rulesOf(given), askings);
      expect(mostInWindow(begun, given.windowMs)).toBeLessThanOrEqual(
        Math.max(1, Math.floor(given.limit * given.share)),
      );
    }),
    { numRuns: 300 },
  );
});

test('asynchronous work alone never takes the places that are kept for synchronous calls', () => {
  fc.assert(
    fc.property(quota, fc.array(asking, { minLength: 5, maxLength: 60 }), (given, askings) => {
      const begun = play(
        rulesOf(given),
        askings.map((one) => ({ ...one, synchronous: false })),
      );
      const own = Math.max(1, Math.floor(given.limit * given.share));
      const most = Math.max(1, Math.floor(own * (1 - given.synchronousShare)));
      expect(mostInWindow(begun, given.windowMs)).toBeLessThanOrEqual(most);
    }),
    { numRuns: 300 },
  );
});

test('a backlog takes no longer than the windows that it needs, and its answers in each of them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 200 }),
      (limit, latencyMs, calls) => {
        const rules = rulesOf({ limit, windowMs: 1_000, share: 1, synchronousShare: 0 });
        const run = anAccount(rules);
        let nowMs = 0;
        let left = calls;
        let lastBeganMs = 0;
        let under: { id: string; endsAtMs: number }[] = [];
        while (left > 0) {
          const over = under.filter(({ endsAtMs }) => endsAtMs <= nowMs);
          under = under.filter(({ endsAtMs }) => endsAtMs > nowMs);
          const reported = over.flatMap(({ id, endsAtMs }) => endedCalls([answered(id)], endsAtMs));
          const ask = { synchronous: false, wanted: left, maxWaitMs: 0 };
          const answer = run({ calls: reported, ask }, nowMs);
          if (answer?.kind === 'granted') {
            for (const { id, startAtMs } of answer.permits) {
              lastBeganMs = Math.max(nowMs, startAtMs);
              under.push({ id, endsAtMs: lastBeganMs + latencyMs });
              left -= 1;
            }
            continue;
          }
          nowMs = Math.min(nowMs + (answer?.waitMs ?? 0), ...under.map(({ endsAtMs }) => endsAtMs));
        }
        const windows = Math.ceil(calls / limit) - 1;
        expect(lastBeganMs).toBeLessThanOrEqual(windows * (1_000 + latencyMs) + 1);
      },
    ),
  );
});
