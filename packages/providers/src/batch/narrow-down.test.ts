import { expect, test } from '@jest/globals';
import type { Failed, ProviderFault } from '@writ/write-core';
import { narrowDown } from './narrow-down.ts';

const always = { mayCallAgain: () => true };
const refusal = (retryable = false): Failed => ({
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable, message: 'bad value' }],
});

/** Refuses the whole call when one of its records is bad. */
function pickyProvider(isBad: (record: number) => boolean, failure = refusal()) {
  const calls: number[][] = [];
  const send = (records: readonly number[]) => {
    calls.push([...records]);
    if (records.some(isBad)) return Promise.resolve(failure);
    const written = records.map((record) => ({ kind: 'written' as const, recordId: String(record) }));
    return Promise.resolve({ records: written, errors: [] });
  };
  return { calls, send };
}

/** Names the records that a refusal is about. */
const naming = (isBad: (record: number) => boolean) => (fault: ProviderFault, records: readonly number[]) =>
  new Map(records.filter(isBad).map((record) => [record, fault]));

const hundred = Array.from({ length: 100 }, (_, index) => index);

test('writes all but the bad records, each outcome in its place', async () => {
  const { calls, send } = pickyProvider((record) => record === 17 || record === 80);
  const { records, errors } = await narrowDown(hundred, always, send);
  const failed = hundred.filter((at) => records[at]?.kind === 'failed');
  expect(failed).toEqual([17, 80]);
  expect(records[99]).toEqual({ kind: 'written', recordId: '99' });
  expect(errors).toEqual([]);
  expect(calls.length).toBeLessThanOrEqual(32);
});

test('writes the good records however many bad ones stand between them', async () => {
  const { calls, send } = pickyProvider((record) => record % 2 === 0);
  const { records } = await narrowDown(hundred, always, send);
  expect(records.map(({ kind }) => kind)).toEqual(hundred.map((at) => (at % 2 === 0 ? 'failed' : 'written')));
  expect(calls.length).toBeLessThan(200);
});

const isUndecided = (outcome: Failed | { kind: string }): boolean =>
  'faults' in outcome && /not found out/.test(outcome.faults[0].message);

test('stops after 32 refusals in a row, and each further attempt finds out more', async () => {
  let [left, attempts] = [hundred, 0];
  while (left.length > 0 && attempts < 10) {
    const { calls, send } = pickyProvider(() => true);
    const { records } = await narrowDown(left, always, send);
    expect(calls.length).toBeLessThanOrEqual(32);
    const later = { kind: 'failed', faults: [{ retryable: true, sent: 'notSent' }] };
    for (const outcome of records.filter(isUndecided)) expect(outcome).toMatchObject(later);
    left = left.filter((_, at) => records[at] && isUndecided(records[at]));
    attempts += 1;
  }
  expect(left).toEqual([]);
});

test('a long row of bad records keeps few good ones waiting', async () => {
  const { send } = pickyProvider((record) => record < 20);
  const { records } = await narrowDown(hundred, always, send);
  expect(records.filter(({ kind }) => kind === 'written').length).toBeGreaterThanOrEqual(75);
});

test('takes out the records that a refusal is about, and sends the others without halving them', async () => {
  const bad = (record: number) => record % 10 === 0;
  const { calls, send } = pickyProvider(bad);
  const { records } = await narrowDown(hundred, always, send, naming(bad));
  expect(records.map(({ kind }) => kind)).toEqual(hundred.map((at) => (bad(at) ? 'failed' : 'written')));
  expect(records[10]).toEqual(refusal());
  expect(calls).toHaveLength(2);
});

test('says nothing of the records that a refusal is about of the others', async () => {
  const { send } = pickyProvider((record) => record === 1);
  const { records } = await narrowDown(
    [1, 2],
    { mayCallAgain: () => false },
    send,
    naming((record) => record === 1),
  );
  expect(records[0]).toEqual(refusal());
  expect(records[1]).toMatchObject({ faults: [{ retryable: true, sent: 'notSent' }] });
  expect(JSON.stringify(records[1])).not.toContain('bad value');
});

test('does not look for a culprit of what is about the whole call', async () => {
  const whole = refusal();
  const { calls, send } = pickyProvider(() => true, {
    kind: 'failed',
    faults: [{ ...whole.faults[0], ofCall: true }],
  });
  await narrowDown(hundred, always, send);
  expect(calls).toHaveLength(1);
});

test('makes no further call than the caller allows, and leaves the rest to the next attempt', async () => {
  const { calls, send } = pickyProvider((record) => record === 1);
  const { records } = await narrowDown([1, 2], { mayCallAgain: () => false }, send);
  expect(calls).toHaveLength(1);
  const later = { kind: 'failed', faults: [expect.objectContaining({ retryable: true, sent: 'notSent' })] };
  expect(records).toEqual([later, later]);
});

test('does not send again what failed for another reason than a record', async () => {
  const { calls, send } = pickyProvider(() => true, refusal(true));
  const { records, errors } = await narrowDown([1, 2], always, send);
  expect(calls).toHaveLength(1);
  expect(records).toHaveLength(2);
  expect(errors).toEqual(refusal(true).faults);
});

test('sends in smaller parts what is too much at once, and nothing else of the batch again', async () => {
  const tooMuch: Failed = {
    kind: 'failed',
    faults: [{ kind: 'locked', sent: 'rejected', retryable: true, tooMuchAtOnce: true, message: 'too many' }],
  };
  const calls: number[] = [];
  const send = (records: readonly number[]) => {
    calls.push(records.length);
    const outcomeOf = (record: number) => {
      if (record === 7) return refusal();
      return records.length > 20 ? tooMuch : { kind: 'written' as const, recordId: String(record) };
    };
    return Promise.resolve({ records: records.map(outcomeOf), errors: [] });
  };
  const { records } = await narrowDown(hundred, always, send);
  expect(records.map(({ kind }) => kind)).toEqual(hundred.map((at) => (at === 7 ? 'failed' : 'written')));
  expect(calls).toEqual([100, 50, 49, 25, 25, 13, 12, 13, 12, 25, 24, 13, 12, 12, 12]);
  const stopped = await narrowDown(hundred, { mayCallAgain: () => false }, send);
  expect(stopped.records[0]).toEqual(tooMuch);
});

test('a record that is too much alone is not sent again at once', async () => {
  const tooMuch: Failed = { kind: 'failed', faults: [{ ...refusal(true).faults[0], tooMuchAtOnce: true }] };
  const calls: number[] = [];
  const send = (records: readonly number[]) => {
    calls.push(records.length);
    return Promise.resolve({ records: records.map(() => tooMuch), errors: [] });
  };
  expect((await narrowDown([1], always, send)).records).toEqual([tooMuch]);
  expect(calls).toEqual([1]);
  await narrowDown(hundred, always, send);
  expect(calls).toHaveLength(33);
});

test('a call that is too much as a whole is sent in smaller parts', async () => {
  const fault = { kind: 'locked', sent: 'rejected', retryable: true, tooMuchAtOnce: true, message: 'many' };
  const tooMuch = { kind: 'failed', faults: [fault] } as unknown as Failed;
  const sizes: number[] = [];
  const { records } = await narrowDown(hundred, always, (some) => {
    sizes.push(some.length);
    const written = some.map((record) => ({ kind: 'written' as const, recordId: String(record) }));
    return Promise.resolve(some.length > 50 ? tooMuch : { records: written, errors: [] });
  });
  expect(sizes).toEqual([100, 50, 50]);
  expect(records.every(({ kind }) => kind === 'written')).toBe(true);
});

const undone: Failed = {
  kind: 'failed',
  faults: [{ kind: 'unknown', sent: 'rejected', retryable: true, rolledBack: true, message: 'undone' }],
};
/** Writes all or none, and names the bad ones. */
function allOrNone(isBad: (record: number) => boolean) {
  const calls: number[] = [];
  const send = (records: readonly number[]) => {
    calls.push(records.length);
    const hasBad = records.some(isBad);
    const outcomes = records.map((record) =>
      isBad(record) ? refusal() : hasBad ? undone : { kind: 'written' as const },
    );
    return Promise.resolve({ records: outcomes, errors: [] });
  };
  return { calls, send };
}

test.each([{}, { isShared: true }])(
  'what was undone because of others goes again without them: %j',
  async (how) => {
    const { calls, send } = allOrNone((record) => record % 10 === 0);
    const { records } = await narrowDown(hundred, { ...always, ...how }, send);
    expect(calls).toEqual([100, 90]);
    expect(hundred.filter((at) => records[at]?.kind === 'failed')).toEqual(
      hundred.filter((at) => at % 10 === 0),
    );
  },
);

test('what was undone is not sent again if no time is left, and says so', async () => {
  const { calls, send } = allOrNone((record) => record === 1);
  const { records } = await narrowDown([1, 2], { mayCallAgain: () => false, isShared: true }, send);
  expect(calls).toHaveLength(1);
  expect(records).toEqual([refusal(), undone]);
});

test('where all are undone and none is named, fewer may pass', async () => {
  const send = (records: readonly number[]) =>
    Promise.resolve({ records: records.map(() => undone), errors: [] });
  const { records } = await narrowDown([1, 2], { ...always, isShared: true }, send);
  for (const outcome of records) expect(outcome).toMatchObject({ faults: [{ tooMuchAtOnce: true }] });
});

test('a batch that may not be halved is refused with one call, and says that fewer may pass', async () => {
  const { calls, send } = pickyProvider((record) => record === 17);
  const { records } = await narrowDown(hundred, { ...always, isShared: true }, send);
  expect(calls).toHaveLength(1);
  const again = { kind: 'failed', faults: [{ tooMuchAtOnce: true, sent: 'notSent', retryable: true }] };
  for (const outcome of records) expect(outcome).toMatchObject(again);
});

const rejected = { sent: 'rejected', retryable: false } as const;
const scope = { ...rejected, kind: 'forbidden', code: 'MISSING_SCOPES', message: 'no scope' } as const;
const tooLarge = { ...rejected, kind: 'invalid', status: 413, ofCall: true, message: 'too large' } as const;
test.each<[string, Failed['faults']]>([
  ['a scope that one of them needs', [scope]],
  ['the size of the call', [tooLarge]],
  ['an object that is said not to be there', [{ ...tooLarge, kind: 'not-found' }]],
  ['several causes', [refusal().faults[0], scope]],
])('where writes share a call, it may pass without some: refused for %s', async (_, faults) => {
  const failure: Failed = { kind: 'failed', faults };
  const { calls, send } = pickyProvider(() => true, failure);
  const shared = await narrowDown(hundred, { ...always, isShared: true }, send);
  expect(calls).toHaveLength(1);
  for (const outcome of shared.records)
    expect(outcome).toMatchObject({ faults: [{ tooMuchAtOnce: true, sent: 'notSent', retryable: true }] });
  expect((await narrowDown([1], { ...always, isShared: true }, send)).records).toEqual([failure]);
});

test('what is refused with others and then alone goes by a call of its own', async () => {
  const { calls, send } = pickyProvider(() => true, { kind: 'failed', faults: [scope] });
  const about = naming((record) => record === 1);
  const { records } = await narrowDown([1, 2], { ...always, isShared: true }, send, about);
  expect(calls).toEqual([[1, 2], [2]]);
  expect(records).toMatchObject([
    { faults: [scope] },
    { faults: [{ tooMuchAtOnce: true, sent: 'notSent' }] },
  ]);
});

test('nor is it halved where some of its records are too much at once; whose faults are named is left out as ever', async () => {
  const isNamed = (record: number): boolean => record === 17;
  const named = pickyProvider(isNamed);
  const about = naming(isNamed);
  const { records } = await narrowDown(hundred, { ...always, isShared: true }, named.send, about);
  expect(named.calls.map(({ length }) => length)).toEqual([100, 99]);
  expect(hundred.filter((at) => records[at]?.kind === 'failed')).toEqual([17]);

  const tooMuch = { ...refusal(true).faults[0], tooMuchAtOnce: true };
  const sizes: number[] = [];
  const some = await narrowDown(hundred, { ...always, isShared: true }, (part) => {
    sizes.push(part.length);
    const records = part.map((at): Failed | { kind: 'written' } =>
      at < 50 ? { kind: 'written' } : { kind: 'failed', faults: [tooMuch] },
    );
    return Promise.resolve({ records, errors: [] });
  });
  expect(sizes).toEqual([100]);
  expect(some.records.filter(({ kind }) => kind === 'failed')).toHaveLength(50);
});
