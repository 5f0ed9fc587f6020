import { expect, test } from '@jest/globals';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { createPace } from './pace.ts';

function paced(apartOf: (id: string) => number | undefined) {
  const time = { ms: 5_000 };
  return { time, pace: createPace({ apartOf, nowMs: () => time.ms }) };
}

const failed = (retryAfterMs: number): SendOutcome => ({
  delivered: false,
  at: new Date(0),
  durationMs: 1,
  retryAfterMs,
});
const one = { kind: 'granted', units: 1 };

test('what has no limit takes all that it wants, whatever its receiver answers', () => {
  const { pace } = paced(() => 0);
  pace.claimed('a');
  pace.ended('a', failed(60_000));
  expect(pace.permits('a', 128)).toEqual({ kind: 'granted', units: 128 });
});

test('one at a time, each so long after the one before, and none waits for another destination', () => {
  const { pace, time } = paced(() => 1_000);
  expect(pace.permits('a', 128)).toEqual(one);
  // Nothing was due: the next may follow immediately.
  expect(pace.permits('a', 128)).toEqual(one);
  pace.claimed('a');
  time.ms += 400;
  expect(pace.permits('a', 128)).toEqual({ kind: 'denied', waitMs: 600, reason: 'quota' });
  expect(pace.permits('b', 128)).toEqual(one);
  time.ms += 600;
  expect(pace.permits('a', 128)).toEqual(one);
});

test('of a destination that is not known yet one is claimed, and counts', () => {
  const known = new Map<string, number>();
  const { pace } = paced((id) => known.get(id));
  expect(pace.permits('a', 128)).toEqual(one);
  known.set('a', 1_000);
  pace.claimed('a');
  expect(pace.permits('a', 128)).toMatchObject({ kind: 'denied' });
});

test('all that waits for a receiver waits as long as it asks, five minutes at most', () => {
  const { pace, time } = paced(() => 1_000);
  pace.claimed('a');
  pace.ended('a', failed(30_000));
  pace.claimed('a');
  expect(pace.permits('a', 1)).toMatchObject({ waitMs: 30_000 });
  pace.ended('a', failed(86_400_000));
  time.ms += 299_999;
  expect(pace.permits('a', 1)).toMatchObject({ waitMs: 1 });
  time.ms += 1;
  expect(pace.permits('a', 1)).toEqual(one);
});
