import { expect, test } from '@jest/globals';
import type { Failed, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import { sendLive } from './send-live.ts';

const failed = (fault: Pick<ProviderFault, 'kind' | 'sent' | 'retryable' | 'movedAway'>): Failed => ({
  kind: 'failed',
  faults: [{ message: fault.kind, ...fault }],
});
const refused = failed({ kind: 'unauthorized', sent: 'rejected', retryable: true });
const moved = failed({ kind: 'unavailable', sent: 'rejected', retryable: true, movedAway: true });
const away = failed({ kind: 'unavailable', sent: 'rejected', retryable: true });
const heldBack = failed({ kind: 'locked', sent: 'notSent', retryable: true });
const malformed = failed({ kind: 'invalid', sent: 'notSent', retryable: false });
const rejected = failed({ kind: 'invalid', sent: 'rejected', retryable: false });
const unknown = failed({ kind: 'timeout', sent: 'unknown', retryable: true });
const written: RecordOutcome = { kind: 'written', recordId: '1' };
const asItWas: RecordOutcome = { ...written, asItWas: true };

/** The tokens with which a write was sent whose records come to `outcomes` at first. */
async function tokensOf(outcomes: readonly RecordOutcome[]): Promise<string[]> {
  const tokens: string[] = [];
  const connection = { accessToken: 'old' } as ConnectionForCall;
  const renewed = { kind: 'usable', connection: { ...connection, accessToken: 'new' } } as const;
  await sendLive(
    { renew: () => Promise.resolve(renewed) },
    { connection, signal: new AbortController().signal },
    ({ accessToken }) => {
      tokens.push(accessToken);
      return Promise.resolve({ records: outcomes });
    },
  );
  return tokens;
}

test.each([
  ['all of it was refused', [refused, refused]],
  ['the account is elsewhere', [moved, moved]],
  ['the same record waits for its earlier update', [refused, heldBack]],
  ['a record without a sound id was never sent', [malformed, refused]],
  ['nothing was left to write of a record', [asItWas, refused]],
])('a write is sent once more with a new token where %s', async (_, outcomes) => {
  expect(await tokensOf(outcomes)).toEqual(['old', 'new']);
});

test.each([
  ['was written', [refused, written]],
  ['was refused for itself', [refused, rejected]],
  ['may have been written', [refused, unknown]],
  ['came while the account was away', [away, away]],
  ['was only not sent', [heldBack, malformed]],
])('a write is not sent once more where some of it %s', async (_, outcomes) => {
  expect(await tokensOf(outcomes)).toEqual(['old']);
});

test.each<[string, boolean, boolean, string[]]>([
  ['granted for it and refused in words', true, true, ['old', 'new']],
  ['granted for it and refused without words', true, false, ['old']],
  ['found, and not granted for it', false, true, ['old']],
])('what follows for the connection from a new token that was %s', async (_, isGranted, hasWords, asked) => {
  const renewals: string[] = [];
  const connection = { accessToken: 'old' } as ConnectionForCall;
  const dead: ProviderFault = { kind: 'unauthorized', sent: 'notSent', retryable: true, message: 'dead' };
  const fault: ProviderFault = { ...refused.faults[0], ...(hasWords && { refusesCredentials: true }) };
  const { records } = await sendLive(
    {
      renew: ({ accessToken, justGranted }) => {
        renewals.push(accessToken);
        return Promise.resolve(
          justGranted
            ? { kind: 'failed', fault: dead }
            : {
                kind: 'usable',
                connection: { ...connection, accessToken: 'new', ...(isGranted && { justGranted: true }) },
              },
        );
      },
    },
    { connection, signal: new AbortController().signal },
    () => Promise.resolve({ records: [{ kind: 'failed' as const, faults: [fault] as const }] }),
  );
  expect(renewals).toEqual(asked);
  expect(records).toEqual([{ kind: 'failed', faults: [asked.length === 2 ? dead : fault] }]);
});

test('where no new token can be had, a record of which nothing was left to write is done all the same', async () => {
  const fault: ProviderFault = { kind: 'unauthorized', sent: 'notSent', retryable: false, message: 'dead' };
  const outcome = await sendLive(
    { renew: () => Promise.resolve({ kind: 'failed', fault }) },
    { connection: {} as ConnectionForCall, signal: new AbortController().signal },
    () => Promise.resolve({ records: [asItWas, refused] }),
  );
  expect(outcome.records).toEqual([asItWas, { kind: 'failed', faults: [fault] }]);
});

test('while the database is away a write whose token could be renewed has failed for now, and a fault of our own is thrown', async () => {
  const outcome = { records: [refused] };
  const sent = (fault: Error, credentials: Partial<ConnectionForCall> = {}) =>
    sendLive(
      { renew: () => Promise.reject(fault) },
      {
        connection: { accessToken: 'old', ...credentials } as ConnectionForCall,
        signal: new AbortController().signal,
      },
      () => Promise.resolve(outcome),
    );
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(await sent(away)).toBe(outcome);
  expect(await sent(away, { refreshToken: 'next' })).toMatchObject({
    records: [{ kind: 'failed', faults: [{ kind: 'unavailable', sent: 'rejected', retryable: true }] }],
  });
  await expect(sent(new Error('a bug'))).rejects.toThrow('a bug');
});
