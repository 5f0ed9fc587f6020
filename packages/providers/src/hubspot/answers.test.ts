import { expect, test } from '@jest/globals';
import type { ProviderAnswer } from '../transport/exchange.ts';
import { answerOf } from '../testing/answer-of.ts';
import { batchUpdateRequest } from './batch.ts';
import { readRequest } from './read.ts';
import { readUsage } from './usage.ts';
import { createRequest, removeRequest, updateRequest } from './write.ts';

const readCreated = (answer: ProviderAnswer) => createRequest.read(answer, { fields: {} });
const readUpdated = (answer: ProviderAnswer) => updateRequest.read(answer, { id: '7', fields: {} });
const unknown = { kind: 'failed', faults: [expect.objectContaining({ sent: 'unknown', retryable: true })] };

test('reads the record that a create answers with, under any 2xx', () => {
  const body = { id: 7, properties: { email: 'a@b.c' }, archived: false };
  const written = { kind: 'written', recordId: '7', data: body };
  expect(readCreated(answerOf(201, body))).toEqual(written);
  expect(readCreated(answerOf(200, body))).toEqual(written);
});

test('finds what was created in the Location header when the body is cut off', () => {
  const headers = { location: 'https://api.hubapi.com/crm/v3/objects/contacts/7' };
  expect(readCreated(answerOf(201, '{"id":"7","prop', headers))).toMatchObject({
    kind: 'written',
    recordId: '7',
    warnings: [expect.any(String)],
  });
});

test('does not know what became of a write that is answered with a page, nothing or half a body', () => {
  for (const body of ['<html>login</html>', '', '{"id":"7"']) {
    expect(readCreated(answerOf(201, body))).toEqual(unknown);
    expect(readUpdated(answerOf(200, body))).toEqual(unknown);
  }
});

test('believes the body when it is an error under a 200', () => {
  const body = { status: 'error', category: 'VALIDATION_ERROR', message: 'no' };
  const refused = { kind: 'failed', faults: [{ kind: 'invalid' }] };
  expect(readUpdated(answerOf(200, body))).toMatchObject(refused);
  expect(removeRequest.read(answerOf(200, body), '7')).toMatchObject(refused);
});

test('takes an empty answer to a delete for success, and a page for none', () => {
  expect(removeRequest.read(answerOf(204), '7')).toEqual({ kind: 'written', recordId: '7' });
  expect(removeRequest.read(answerOf(200, {}), '7')).toEqual({ kind: 'written', recordId: '7' });
  expect(removeRequest.read(answerOf(200, '<html>login</html>'), '7')).toEqual(unknown);
});

test('puts records that were read in the order of the ids', () => {
  const body = {
    results: [
      { id: '2', properties: { a: null } },
      { id: '1', properties: { a: 'x' } },
    ],
    errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['3'] } }],
  };
  const [two, one] = body.results;
  expect(readRequest.read(answerOf(207, body), ['1', '2', '3', '01'], ['a'])).toEqual({
    kind: 'read',
    records: [
      { fields: { a: 'x' }, shown: one },
      { fields: { a: null }, shown: two },
      undefined,
      { fields: { a: 'x' }, shown: one },
    ],
  });
});

test('finds a record that was merged by its old id', () => {
  const merged = { id: '12', properties: { a: 'x', hs_merged_object_ids: '7;8' } };
  const other = { id: '9', properties: { a: null, hs_merged_object_ids: null } };
  const read = readRequest.read(answerOf(200, { results: [merged, other] }), ['8', '9', '07', '6'], ['a']);
  expect(read).toMatchObject({
    records: [{ shown: merged }, { shown: other }, { shown: merged }, undefined],
  });
});

test.each([
  ['no list of results', { status: 'COMPLETE' }],
  ['a batch that has not ended', { status: 'PENDING', results: [] }],
])('does not take a record for missing by %s', (_, body) => {
  expect(readRequest.read(answerOf(200, body), ['1'], ['a'])).toEqual(unknown);
});

test('fails a read of which a record could not be read', () => {
  const missing = { category: 'OBJECT_NOT_FOUND', context: { ids: ['2'] } };
  const errors = [missing, { category: 'RATE_LIMITS', message: 'Later', context: { ids: ['1'] } }];
  expect(readRequest.read(answerOf(207, { results: [], errors }), ['1', '2'], ['a'])).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'rate-limited', retryable: true }],
  });
});

test('reads the rate headers', () => {
  const window = {
    'x-hubspot-ratelimit-max': '110',
    'x-hubspot-ratelimit-remaining': '109',
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
  };
  const daily = { 'x-hubspot-ratelimit-daily': '250000', 'x-hubspot-ratelimit-daily-remaining': '9' };
  expect(readUsage({ ...window, ...daily })).toEqual({
    window: { limit: 110, remaining: 109, windowMs: 10_000 },
    daily: { limit: 250_000, remaining: 9 },
  });
  expect(readUsage({})).toBeUndefined();
});

test.each(['31536000000', '9'.repeat(400)])('a window of %s ms is taken for none', (windowMs) => {
  const headers = { 'x-hubspot-ratelimit-max': '110', 'x-hubspot-ratelimit-remaining': '0' };
  expect(readUsage({ ...headers, 'x-hubspot-ratelimit-interval-milliseconds': windowMs })).toBeUndefined();
});

test('a value that HubSpot did not keep is a warning with both, and never a failure', () => {
  const fields = { lifecyclestage: 'lead', email: 'Ann@X.example', city: 'Ulm' };
  const properties = { lifecyclestage: 'customer', email: 'ann@x.example' };
  const written = {
    kind: 'written',
    recordId: '7',
    warnings: [
      'The record was written, but HubSpot kept other values: `lifecyclestage` is "customer", not "lead".',
    ],
  };
  const body = answerOf(200, { id: '7', properties });
  expect(updateRequest.read(body, { id: '7', fields })).toMatchObject(written);
  expect(createRequest.read(body, { fields })).toMatchObject(written);
  const batch = answerOf(200, { status: 'COMPLETE', results: [{ id: '7', properties }] });
  expect(batchUpdateRequest.read(batch, [{ id: '7', fields }], 'contacts')).toMatchObject({
    records: [written],
  });
  const kept = answerOf(200, { id: '7', properties: { ...properties, lifecyclestage: 'lead' } });
  expect(updateRequest.read(kept, { id: '7', fields })).not.toHaveProperty('warnings');
});

test('a warning of many long values has an end', () => {
  const names = Array.from({ length: 30 }, (_, at) => `p${at}`);
  const fields = Object.fromEntries(names.map((name) => [name, 'x'.repeat(5_000)]));
  const properties = Object.fromEntries(names.map((name) => [name, 'y'.repeat(5_000)]));
  const outcome = updateRequest.read(answerOf(200, { id: '7', properties }), { id: '7', fields });
  const [warning = ''] = (outcome.kind === 'written' && outcome.warnings) || [];
  expect(warning).toMatch(/and 20 more\.$/);
  expect(warning.length).toBeLessThan(3_000);
});
