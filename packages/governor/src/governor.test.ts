import { expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import type { ProviderFault } from '@writ/write-core';
import type { Permit } from './core/errand.ts';
import type { AccountStates } from './states/account-states.ts';
import {
  account,
  call,
  failedWith,
  governorOn,
  testGovernor,
  write,
  written,
} from './testing/test-governor.ts';

const later = { synchronous: false };
const patient = {
  synchronous: true,
  patienceMs: 5_000,
  write: 'other',
  signal: new AbortController().signal,
};

test('permits are for the first calls of the next writes, and unused ones are free again', async () => {
  const { governor, errands } = testGovernor({ limit: 5 });
  expect(await governor.permits(account, 4)).toEqual({ kind: 'granted', units: 4 });
  governor.giveBack(account, 1);
  await write(governor, later, () => Promise.resolve());
  expect(errands).toHaveLength(1);
  await call(governor, written, later);
  await call(governor, written, later);
  // Two were used; three are free again.
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 3 });
  expect(errands.flatMap(({ ask }) => ask ?? [])).toHaveLength(2);
});

test('without a place in time a write fails unsent, with the time to wait', async () => {
  const { governor, denied } = testGovernor({ limit: 1 });
  await call(governor);
  const refused = { kind: 'stop', fault: { kind: 'rate-limited', sent: 'notSent', retryable: true } };
  for (const synchronous of [true, false]) {
    const turn = await call(governor, written, { synchronous });
    expect(turn).toMatchObject(refused);
    expect(turn.kind === 'stop' && turn.fault.ourWaitMs).toBeGreaterThan(500_000);
  }
  expect(await governor.permits(account, 3)).toMatchObject({ kind: 'denied', reason: 'quota' });
  expect(denied).toEqual(['quota', 'quota', 'quota']);
});

test('a changed share applies to an account in use, and shows in its view', async () => {
  let share = 1;
  const { governor } = testGovernor({ limit: 10, share: () => share });
  await governor.permits(account, 4);
  share = 0.5;
  expect((await governor.look(account)).window).toMatchObject({ limit: 10, usable: 5, used: 4 });
  expect(await governor.permits(account, 6)).toEqual({ kind: 'granted', units: 1 });
  share = 0.8;
  expect(await governor.permits(account, 6)).toEqual({ kind: 'granted', units: 3 });
});

test('a spaced unit is not counted as denied while there is quota', async () => {
  const { governor, denied } = testGovernor({ limit: 10 });
  await governor.permits(account, 8);
  expect(await governor.permits(account, 3, { isSpaced: true })).toEqual({
    kind: 'denied',
    reason: 'quota',
    waitMs: expect.any(Number),
  });
  expect(denied).toEqual([]);
  expect(await governor.permits(account, 3)).toEqual({ kind: 'granted', units: 2 });
});

test('further calls of a write ask for themselves, and share its patience', async () => {
  const { governor } = testGovernor({ limit: 2 });
  await governor.permits(account, 1);
  const turns = await write(governor, later, async (pace) => {
    const kinds: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      const turn = await pace.begin();
      kinds.push(turn.kind);
      if (turn.kind === 'go') turn.ended(written);
    }
    return kinds;
  });
  expect(turns).toEqual(['go', 'go', 'stop']);
});

/** Grants each ask what `permitsOf` makes, and records the returned permits. */
function statesGranting(permitsOf: (wanted: number) => readonly Permit[]) {
  const unused: string[] = [];
  const states: AccountStates = {
    run: (_, { ask, unused: returned }) => {
      unused.push(...returned);
      return Promise.resolve(ask ? { answer: { kind: 'granted', permits: permitsOf(ask.wanted) } } : {});
    },
    look: () => Promise.reject(new Error('not looked at')),
    close: () => undefined,
  };
  return { states, unused };
}

test('an expired permit is returned, and another taken', async () => {
  let given = 0;
  const { states, unused } = statesGranting(() => {
    given += 1;
    // The first two are already expired.
    return [{ id: String(given), startAtMs: 0, endAtMs: given < 3 ? 0 : Infinity }];
  });
  const { governor } = governorOn(states);
  await governor.permits(account, 1);
  expect((await call(governor, written, later)).kind).toBe('go');
  await governor.close();
  expect(given).toBe(3);
  expect(unused).toEqual(['1', '2']);
});

test('permits whose units never came take no place once expired', async () => {
  let given = 0;
  const { states, unused } = statesGranting((wanted) =>
    Array.from({ length: wanted }, () => ({ id: String((given += 1)), startAtMs: 0, endAtMs: 0 })),
  );
  const { governor } = governorOn(states, { most: 3, firstConcurrency: 2 });
  for (let time = 0; time < 3; time += 1)
    expect(await governor.permits(account, 2)).toEqual({ kind: 'granted', units: 2 });
  await governor.close();
  expect(unused).toEqual(['1', '2', '3', '4']);
});

test('places that were not used are reported soon', async () => {
  const { governor, errands } = testGovernor({ limit: 5 });
  await governor.permits(account, 2);
  governor.giveBack(account, 1);
  await eventually(() => errands.length === 2);
  expect(errands[1]?.unused).toHaveLength(1);
});

test('a write that is stopped while it waits returns its permit', async () => {
  const startAtMs = performance.now() + 600_000;
  const { states, unused } = statesGranting(() => [{ id: '7', startAtMs, endAtMs: Infinity }]);
  const { governor, errands } = governorOn(states);
  const ending = new AbortController();
  const turn = call(governor, written, { signal: ending.signal });
  await eventually(() => errands.length === 1);
  ending.abort();
  expect(await turn).toMatchObject({ kind: 'stop', fault: { kind: 'timeout', sent: 'notSent' } });
  await governor.close();
  expect(unused).toEqual(['7']);
});

test('the synchronous writes of an account are bounded: the next waits for a place, is refused without one, or gives up', async () => {
  const { governor, denied } = testGovernor({ mostSynchronous: 1 });
  const over = Promise.withResolvers<undefined>();
  const first = write(governor, {}, async (pace) => {
    const turn = await pace.begin();
    await over.promise;
    // It keeps its place for further calls.
    return [turn.kind, (await pace.begin()).kind];
  });
  expect(await call(governor, written, { patienceMs: 1 })).toMatchObject({
    kind: 'stop',
    fault: { kind: 'rate-limited', sent: 'notSent', retryable: true, ourWaitMs: 1_000 },
  });
  expect(denied).toEqual(['concurrency']);
  const ending = new AbortController();
  const gone = call(governor, written, { signal: ending.signal });
  const waiting = [call(governor), call(governor)];
  ending.abort();
  expect(await gone).toMatchObject({ kind: 'stop', fault: { kind: 'timeout', sent: 'notSent' } });
  const other = await governor.paced({ key: 'other lane', provider: 'crm' }, patient, (pace) => pace.begin());
  expect(other.kind).toBe('go');
  expect((await call(governor, written, later)).kind).toBe('go');
  over.resolve(undefined);
  expect(await first).toEqual(['go', 'go']);
  expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['go', 'go']);
});

test.each([
  ['of the provider', 'rejected'],
  ['that may be of a proxy', 'unknown'],
] as const)(
  'a refusal for quota %s closes the account to everyone, as soon as it is known',
  async (_, sent) => {
    const { governor, errands } = testGovernor();
    await call(governor, failedWith({ kind: 'rate-limited', sent, retryAfterMs: 60_000 }));
    expect(errands.at(-1)?.calls).toHaveLength(1);
    expect(await governor.permits(account, 1)).toMatchObject({ kind: 'denied', reason: 'quota' });
    expect(await call(governor)).toMatchObject({ kind: 'stop', fault: { kind: 'rate-limited' } });
  },
);

test('our own refusal closes nothing', async () => {
  const { governor } = testGovernor();
  await call(governor, failedWith({ kind: 'rate-limited', sent: 'notSent', retryAfterMs: 60_000 }));
  expect((await call(governor)).kind).toBe('go');
});

test('different writes that find the account away open the breaker; calls are then refused immediately', async () => {
  const { governor, turns } = testGovernor();
  const away = failedWith({ kind: 'unavailable', sent: 'unknown' });
  for (let number = 0; number < 4; number += 1) await call(governor, away);
  expect((await call(governor, away)).kind).toBe('go');
  expect(await call(governor)).toMatchObject({
    kind: 'stop',
    fault: { kind: 'unavailable', sent: 'notSent', retryable: true, ourWaitMs: expect.any(Number) },
  });
  expect(await governor.permits(account, 1)).toMatchObject({ kind: 'denied', reason: 'outage' });
  expect(turns).toEqual(['opened']);
});

test.each<[string, Partial<ProviderFault>, RegExp]>([
  ['answered', { status: 503, message: 'Service down' }, /the CRM answered 503\.$/],
  ['did not answer', { message: 'The connection broke.' }, /the last one: The connection broke\.$/],
])('the fault of a call in an outage says that the account %s', async (_, came, says) => {
  const { governor } = testGovernor();
  const away = failedWith({ kind: 'unavailable', sent: 'unknown', ...came });
  for (let number = 0; number < 5; number += 1) await call(governor, away);
  expect(await call(governor)).toMatchObject({ fault: { message: expect.stringMatching(says) } });
});

test('one record that fails again and again is no outage, nor are refusals and calls that we stopped', async () => {
  const { governor, turns } = testGovernor();
  for (let number = 0; number < 9; number += 1) {
    await call(governor, failedWith({ kind: 'unavailable', status: 500 }), { write: 'the same' });
    await call(governor, failedWith({ kind: 'timeout', code: 'stopped' }));
    // Accounts of an address share connections: another may have had them all.
    await call(governor, failedWith({ kind: 'timeout', sent: 'notSent', code: 'timeout' }));
  }
  for (let number = 0; number < 9; number += 1) await call(governor, failedWith({ kind: 'invalid' }));
  await governor.close();
  expect(turns).toEqual([]);
});

test('only as many writes begin as the account bears, and overloads halve their number', async () => {
  const { governor } = testGovernor({ firstConcurrency: 4 });
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 4 });
  expect(await governor.permits(account, 9)).toEqual({ kind: 'busy' });
  await Promise.all(Array.from({ length: 4 }, () => call(governor, failedWith({ kind: 'locked' }), later)));
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 2 });
  await Promise.all(Array.from({ length: 2 }, () => call(governor, written, later)));
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 3 });
});

test('locked records of a batch count as overload too', async () => {
  const { governor } = testGovernor({ firstConcurrency: 4 });
  const locked = failedWith({ kind: 'locked' });
  await call(governor, { ...written, recordFaults: locked.faults });
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 2 });
});

test('calls without an answer cost no places', async () => {
  const { governor } = testGovernor({ firstConcurrency: 4 });
  const lost = { ...failedWith({ kind: 'timeout', sent: 'unknown' }), answered: false };
  for (let number = 0; number < 3; number += 1) await call(governor, lost, { write: 'the same' });
  expect(await governor.permits(account, 9)).toEqual({ kind: 'granted', units: 4 });
});

test('an account without a window is not asked for each call, until something happens', async () => {
  const { governor, errands } = testGovernor();
  const questions = () => errands.flatMap(({ ask }) => ask ?? []).length;
  await Promise.all(Array.from({ length: 50 }, () => call(governor, written, later)));
  const asked = questions();
  await call(governor);
  await governor.permits(account, 5);
  expect(questions()).toBeLessThanOrEqual(asked + 1);
  const usage = { window: { limit: 1, remaining: 0, windowMs: 600_000 } };
  await call(governor, { ...written, usage });
  expect((await call(governor)).kind).toBe('stop');
});

test('the last calls are reported on closing', async () => {
  const { governor, errands } = testGovernor({ limit: 5 });
  await call(governor);
  await governor.close();
  expect(errands.flatMap(({ calls }) => calls)).toHaveLength(1);
});
