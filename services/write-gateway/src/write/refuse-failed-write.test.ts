import { expect, test } from '@jest/globals';
import { causesText, type ProviderFault, type WriteType } from '@writ/write-core';
import { refuseFailedWrite } from './refuse-failed-write.ts';

const now = new Date('2026-11-21T10:00:00Z');
const busy: ProviderFault = {
  kind: 'rate-limited',
  message: 'Slow down',
  retryable: true,
  sent: 'rejected',
  retryAfterMs: 10_000,
};
const refuse = (...faults: [ProviderFault, ...ProviderFault[]]) => refuseA('create', ...faults);
const refuseA = (type: WriteType, ...faults: [ProviderFault, ...ProviderFault[]]) =>
  refuseFailedWrite(
    {
      operationId: 'id',
      type,
      connection: { id: 'c1', projectId: 'p1', provider: 'hubspot' },
      providerName: 'HubSpot',
      warnings: [],
      faults,
      said: causesText({ records: [{ kind: 'failed', faults }], errors: [] }),
    },
    now,
  );

test('a fault that passes is told with the time to wait', () => {
  const { kind, facts } = refuse(busy);
  expect(kind).toBe('unavailable');
  expect(facts).toMatchObject({ retryable: true, retryAfter: new Date('2026-11-21T10:00:10Z') });
  expect(facts.context).toMatchObject({ outcome: 'notSent' });
});

test('a wait of ours is told like one that the provider asked for: the longer counts', () => {
  expect(refuse({ ...busy, ourWaitMs: 60_000 }).facts.retryAfter).toEqual(new Date('2026-11-21T10:01:00Z'));
});

test.each<[string, Partial<ProviderFault>]>([
  ['may have been written', { sent: 'unknown' }],
  ['is refused for good', { retryable: false }],
  ['lacks a connection', { kind: 'unauthorized' }],
])('nobody is told when to repeat a write of which a record %s', (_, change) => {
  const { facts } = refuse(busy, { ...busy, ...change });
  expect(facts.retryable).toBe(false);
  expect(facts).not.toHaveProperty('retryAfter');
});

test('what is unknown of one record is told beside what the provider refused of another', () => {
  const { kind, facts } = refuse(
    { ...busy, kind: 'invalid', retryable: false },
    { ...busy, sent: 'unknown' },
  );
  expect(kind).toBe('provider-refused');
  expect(facts.context).toMatchObject({ outcome: 'unknown' });
});

test('a connection that the provider refuses has to be made anew, not tried again', () => {
  const { kind, facts } = refuse({ ...busy, kind: 'unauthorized' });
  expect(kind).toBe('provider-refused');
  expect(facts).toMatchObject({ retryable: false, remedy: expect.stringContaining('reconnect') });
});

test('a connection that was refused before is a problem of its own, with the request that mends it', () => {
  const waiting = {
    message: 'It does not work',
    retryable: true,
    sent: 'notSent',
    waitsFor: 'connection',
  } as const;
  const dead = refuse({ ...waiting, kind: 'unauthorized' });
  expect(dead.kind).toBe('connection-not-working');
  expect(dead.facts).toMatchObject({
    retryable: false,
    remedy: expect.stringContaining('`PATCH /v1/projects/p1/connections/c1`'),
    context: { connectionId: 'c1', outcome: 'notSent' },
  });
  const unverified = refuse({ ...waiting, kind: 'unavailable' });
  expect([unverified.kind, unverified.facts.retryable]).toEqual(['unavailable', true]);
});

test('a write that may have been done says so', () => {
  expect(refuse({ ...busy, kind: 'timeout', sent: 'unknown' }).facts.context).toMatchObject({
    outcome: 'unknown',
  });
});

test('that the provider is not available is told as its answer, once, and a wait of ours is not', () => {
  const down = { ...busy, kind: 'unavailable', status: 503 } as const;
  expect(refuse({ ...down, message: 'Service down' }).facts.detail).toBe(
    'HubSpot answered 503: Service down',
  );
  const bare = 'HubSpot answered 503';
  expect(refuse({ ...down, message: bare }).facts.detail).toBe(bare);
  expect(refuse(busy).facts.detail).toBe('Slow down');
  expect(refuse({ ...down, kind: 'invalid', status: 400, message: 'No' }).facts.detail).toBe('No');
});

const away: ProviderFault = { ...busy, kind: 'unavailable', status: 502, message: 'Bad gateway' };

test('during an outage a problem says what came, and when to send again', () => {
  const unknown = refuse({ ...away, sent: 'unknown' }).facts;
  expect(unknown).toMatchObject({
    detail: 'HubSpot answered 502: Bad gateway',
    retryable: false,
    remedy: expect.stringContaining('before you send it again after 2026-11-21T10:00:10.000Z'),
  });
  const said = 'Not sent: several writes in a row failed; to the last one the CRM answered 503.';
  const { status: _, ...broken } = away;
  expect(refuse({ ...broken, message: said, sent: 'notSent' }).facts).toMatchObject({
    detail: said,
    retryable: true,
    remedy: 'Nothing was written. Send the request again after 2026-11-21T10:00:10.000Z.',
    retryAfter: new Date('2026-11-21T10:00:10Z'),
  });
  for (const fault of [broken, away, { ...broken, kind: 'timeout' }] as const)
    for (const sent of ['notSent', 'unknown'] as const)
      expect(refuse({ ...fault, sent }).facts.remedy).not.toMatch(/context\.outcome/);
});

test('an upsert without an answer can be sent again; another write is looked for first', () => {
  const lost: ProviderFault = { ...busy, kind: 'timeout', sent: 'unknown' };
  expect(refuseA('upsert', lost).facts.remedy).toMatch(/^It may have been written\. Send the request again/);
  expect(refuse(lost).facts.remedy).toContain('look for the record');
});
