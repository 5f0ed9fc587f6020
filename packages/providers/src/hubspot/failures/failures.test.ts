import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import { answerOf } from '../../testing/answer-of.ts';
import { readFaults, readItemFaults } from './failures.ts';

const error = (category: string, message: string, more = {}) => ({
  status: 'error',
  category,
  message,
  ...more,
});
const throttled = (policyName: string) => ({
  status: 'error',
  message: `You have reached your ${policyName.toLowerCase()} limit.`,
  errorType: 'RATE_LIMIT',
  policyName,
});
const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>';
const interval = { 'x-hubspot-ratelimit-interval-milliseconds': '12000' };
const expired = (when: string) => error('EXPIRED_AUTHENTICATION', `The OAuth token used expired ${when}.`);

type Expected = Record<string, unknown>;
const rows: [name: string, status: number, body: unknown, headers: IncomingHttpHeaders, fault: Expected][] = [
  [
    'a refused value',
    400,
    error('VALIDATION_ERROR', 'no'),
    {},
    { kind: 'invalid', retryable: false, sent: 'rejected' },
  ],
  [
    'an object that the account does not have',
    400,
    error('VALIDATION_ERROR', 'Unable to infer object type from: unicorns'),
    {},
    { kind: 'invalid', retryable: false, ofCall: true },
  ],
  [
    'unreadable JSON',
    400,
    { message: 'Invalid input JSON on line 1, column 2: x' },
    {},
    { kind: 'invalid', retryable: false },
  ],
  [
    'a bad token',
    401,
    error('INVALID_AUTHENTICATION', 'no'),
    {},
    { kind: 'unauthorized', retryable: true, sent: 'rejected' },
  ],
  [
    'an expired token',
    401,
    expired('15 second(s) ago'),
    {},
    { kind: 'unauthorized', retryable: true, code: 'EXPIRED_AUTHENTICATION' },
  ],
  [
    'a token that never was one',
    401,
    expired('in 1970'),
    {},
    { kind: 'unauthorized', code: 'INVALID_AUTHENTICATION' },
  ],
  ['a 401 with no body', 401, '', {}, { kind: 'unauthorized', retryable: true }],
  [
    'missing scopes',
    403,
    error('MISSING_SCOPES', 'no'),
    {},
    { kind: 'forbidden', retryable: false, code: 'MISSING_SCOPES' },
  ],
  ['a forbidden object', 403, error('FORBIDDEN', 'no'), {}, { kind: 'forbidden', retryable: false }],
  [
    'an unknown number',
    404,
    { status: 'error', message: 'resource not found' },
    {},
    { kind: 'not-found', retryable: false },
  ],
  [
    'an id that is no number',
    404,
    error('OBJECT_NOT_FOUND', 'Object not found.'),
    {},
    { kind: 'not-found', code: 'OBJECT_NOT_FOUND' },
  ],
  [
    'a conflict',
    409,
    error('CONFLICT', 'Contact already exists. Existing ID: 7'),
    {},
    { kind: 'conflict', retryable: false, sent: 'rejected' },
  ],
  ['a large body', 413, page, {}, { kind: 'invalid', retryable: false, sent: 'rejected' }],
  ['a long address', 414, '', {}, { kind: 'invalid', retryable: false }],
  ['a lock', 423, '', {}, { kind: 'locked', retryable: true, ourWaitMs: 2_000, sent: 'rejected' }],
  [
    'a lock with a shorter wait',
    423,
    '',
    { 'retry-after': '1' },
    { kind: 'locked', retryAfterMs: 1_000, ourWaitMs: 2_000 },
  ],
  [
    'a lock with a longer wait',
    423,
    '',
    { 'retry-after': '5' },
    { kind: 'locked', retryAfterMs: 5_000, ourWaitMs: 2_000 },
  ],
  [
    'the limit of a second',
    429,
    throttled('SECONDLY'),
    interval,
    { kind: 'rate-limited', ourWaitMs: 1_000, limit: 'burst' },
  ],
  [
    'the limit of ten seconds',
    429,
    throttled('TEN_SECONDLY_ROLLING'),
    {},
    { kind: 'rate-limited', ourWaitMs: 10_000, limit: 'burst', code: 'TEN_SECONDLY_ROLLING' },
  ],
  [
    'a limit with its window',
    429,
    throttled('TEN_SECONDLY_ROLLING'),
    interval,
    { retryAfterMs: 12_000, retryable: true, sent: 'rejected' },
  ],
  [
    'a limit with a window that would close the account for good',
    429,
    throttled('TEN_SECONDLY_ROLLING'),
    { 'x-hubspot-ratelimit-interval-milliseconds': '31536000000' },
    { ourWaitMs: 10_000 },
  ],
  [
    'a limit with its wait',
    429,
    throttled('TEN_SECONDLY_ROLLING'),
    { ...interval, 'retry-after': '3' },
    { retryAfterMs: 3_000 },
  ],
  [
    'a limit whose wait is none',
    429,
    throttled('TEN_SECONDLY_ROLLING'),
    { ...interval, 'retry-after': '0' },
    { retryAfterMs: 12_000 },
  ],
  [
    'the limit of a day',
    429,
    throttled('DAILY'),
    interval,
    { kind: 'rate-limited', ourWaitMs: 3_600_000, limit: 'daily' },
  ],
  ['an unknown limit', 429, throttled('MONTHLY'), interval, { kind: 'rate-limited', retryAfterMs: 12_000 }],
  [
    'a limit named by category',
    429,
    error('RATE_LIMITS', 'no'),
    {},
    { kind: 'rate-limited', ourWaitMs: 10_000, limit: 'burst' },
  ],
  ['a limit with no body', 429, '', {}, { kind: 'rate-limited', retryable: true, ourWaitMs: 10_000 }],
  [
    'a migration',
    477,
    '',
    { 'retry-after': '86400' },
    { kind: 'unavailable', retryable: true, retryAfterMs: 86_400_000, sent: 'rejected' },
  ],
  ['a migration with no end', 477, '', {}, { kind: 'unavailable', retryable: true, ourWaitMs: 60_000 }],
  [
    'load shedding',
    500,
    error('INTERNAL', 'no'),
    {},
    { kind: 'unavailable', retryable: true, sent: 'unknown' },
  ],
  [
    'a page of the edge',
    502,
    page,
    {},
    { kind: 'unavailable', retryable: true, sent: 'unknown', ourWaitMs: 3_000 },
  ],
  ['a truncated body', 503, '{"status":"err', {}, { kind: 'unavailable', retryable: true, sent: 'unknown' }],
  ['no answer behind the edge', 504, page, {}, { kind: 'timeout', retryable: true, sent: 'unknown' }],
  ['a server that is down', 521, page, {}, { kind: 'unavailable', retryable: true, sent: 'unknown' }],
  ['trouble with connections', 522, page, {}, { kind: 'unavailable', retryable: true, ourWaitMs: 60_000 }],
  ['an origin out of reach', 523, page, {}, { kind: 'unavailable', retryable: true }],
  ['a hundred seconds of silence', 524, page, {}, { kind: 'timeout', retryable: true, sent: 'unknown' }],
  ['a failed TLS handshake', 525, page, {}, { kind: 'unavailable', retryable: true, ourWaitMs: 60_000 }],
  ['a bad certificate', 526, page, {}, { kind: 'unavailable', retryable: true, ourWaitMs: 60_000 }],
  [
    'a status without a row',
    418,
    { message: 'no' },
    {},
    { kind: 'invalid', retryable: false, sent: 'rejected' },
  ],
  ...[400, 403, 404, 409, 418].flatMap((status): typeof rows =>
    [page, '', '{"status":"err'].map((body) => [
      `a ${status} that is not HubSpot's own`,
      status,
      body,
      {},
      { kind: 'unknown', retryable: true, sent: 'unknown' },
    ]),
  ),
  [
    "an error of HubSpot's under a 503",
    503,
    error('RATE_LIMITS', 'no'),
    {},
    { kind: 'unavailable', retryable: true, sent: 'unknown' },
  ],
  ['an answer found elsewhere', 303, '', { location: 'http://elsewhere' }, { sent: 'unknown' }],
  ['a success without a row', 202, '', {}, { kind: 'unknown', retryable: true, sent: 'unknown' }],
  ['another server error', 599, '', {}, { kind: 'unavailable', retryable: true, sent: 'unknown' }],
  [
    'a redirect',
    302,
    '',
    { location: 'http://elsewhere' },
    { kind: 'unknown', retryable: false, sent: 'rejected' },
  ],
];

test.each(rows)('reads %s', (_name, status, body, headers, fault) => {
  const faults = readFaults(answerOf(status, body, headers));
  expect(faults).toEqual([expect.objectContaining({ ...fault, status })]);
  expect(faults[0].message).not.toMatch(/<|html/i);
  expect(faults[0].message).not.toBe('');
});

test('tells each detail of a validation error apart, with its field', () => {
  const body = error('VALIDATION_ERROR', 'Property values were not valid: [{"isValid":false}]', {
    errors: [
      { message: 'Email address q is invalid', code: 'INVALID_EMAIL', context: { propertyName: ['email'] } },
      { message: 'No such property', code: 'PROPERTY_DOESNT_EXIST', in: 'nope' },
      { message: '8 already has that value.', code: 'CONFLICTING_UNIQUE_VALUE' },
    ],
  });
  expect(readFaults(answerOf(400, body))).toEqual([
    expect.objectContaining({
      kind: 'invalid',
      code: 'INVALID_EMAIL',
      field: 'email',
      message: 'Email address q is invalid',
    }),
    expect.objectContaining({ kind: 'invalid', code: 'PROPERTY_DOESNT_EXIST', field: 'nope' }),
    expect.objectContaining({ kind: 'conflict', code: 'CONFLICTING_UNIQUE_VALUE' }),
  ]);
});

test('keeps the first fifty details', () => {
  const errors = Array.from({ length: 60 }, (_, nr) => ({ message: `${nr}`, code: 'INVALID_EMAIL' }));
  const embedded = error('VALIDATION_ERROR', `Not valid: ${JSON.stringify(errors)}`);
  for (const body of [error('VALIDATION_ERROR', 'Not valid', { errors }), embedded]) {
    expect(readFaults(answerOf(400, body))).toHaveLength(50);
    expect(readItemFaults(body)).toHaveLength(50);
  }
});

test('finds the details that a message embeds', () => {
  const embedded = JSON.stringify([
    { isValid: false, message: 'is not a number', error: 'INVALID_INTEGER', name: 'age' },
  ]);
  const body = error('VALIDATION_ERROR', `Property values were not valid: ${embedded}`);
  expect(readFaults(answerOf(400, body))).toEqual([
    expect.objectContaining({ code: 'INVALID_INTEGER', field: 'age', message: 'is not a number' }),
  ]);
});

test('never repeats the token that was sent', () => {
  const [fault] = readFaults(answerOf(401, error('INVALID_AUTHENTICATION', 'The token secret-token is bad')));
  expect(fault.message).toBe('The token [token] is bad');
});

test('judges a record of a batch by its category', () => {
  const item = error('OBJECT_NOT_FOUND', 'Could not get some objects', { context: { ids: ['1'] } });
  expect(readItemFaults(item)).toEqual([expect.objectContaining({ kind: 'not-found', retryable: false })]);
  expect(readItemFaults({})).toEqual([expect.objectContaining({ kind: 'invalid', retryable: false })]);
});

test('a code that is too long is cut, and never inside a character', () => {
  const answer = answerOf(400, error(`${'X'.repeat(199)}😀`, 'no'));
  const [{ code }] = readFaults(answer);
  expect(code).toHaveLength(200);
  expect(code?.isWellFormed()).toBe(true);
});

const dayLeft = (left: number) => ({ ...interval, 'x-hubspot-ratelimit-daily-remaining': `${left}` });
const inWords = 'You have reached your daily limit.';

test.each<[string, unknown, IncomingHttpHeaders, Expected]>([
  [
    'in words alone',
    { status: 'error', message: inWords, errorType: 'RATE_LIMIT' },
    interval,
    { limit: 'daily' },
  ],
  ['by category and in words', error('RATE_LIMITS', inWords), {}, { limit: 'daily' }],
  ['in words without a category', { status: 'error', message: inWords }, {}, { limit: 'daily' }],
  ['by the header', error('RATE_LIMITS', 'no'), dayLeft(0), { limit: 'daily', sent: 'rejected' }],
  ['by the header of an answer without a body', '', dayLeft(0), { limit: 'daily', sent: 'rejected' }],
  ['not at all', error('RATE_LIMITS', 'no'), dayLeft(1), { limit: 'burst', retryAfterMs: 12_000 }],
  ['by another policy than the header', throttled('SECONDLY'), dayLeft(0), { limit: 'burst' }],
])('a limit of the day is told %s', (_, body, headers, fault) => {
  const wait = fault['limit'] === 'daily' && { ourWaitMs: 3_600_000 };
  expect(readFaults(answerOf(429, body, headers))).toEqual([expect.objectContaining({ ...fault, ...wait })]);
});

test.each<[string, string, Expected]>([
  ['RATE_LIMITS', 'secondly', { kind: 'rate-limited', limit: 'burst', sent: 'rejected' }],
  ['RATE_LIMIT', inWords, { kind: 'rate-limited', limit: 'daily', sent: 'rejected' }],
  ['LOCKED', 'no', { kind: 'locked', ourWaitMs: 2_000, sent: 'rejected' }],
  ['OBJECT_LOCKED', 'no', { kind: 'locked', sent: 'rejected' }],
  ['INTERNAL_ERROR', 'no', { kind: 'unavailable', sent: 'unknown' }],
  ['SERVER_ERROR', 'no', { kind: 'unavailable', sent: 'unknown' }],
  ['SERVICE_UNAVAILABLE', 'no', { kind: 'unavailable', sent: 'unknown' }],
  ['GATEWAY_TIMEOUT', 'no', { kind: 'timeout', sent: 'unknown' }],
])('%s of one record of a batch passes', (category, message, fault) => {
  expect(readItemFaults(error(category, message))).toEqual([
    expect.objectContaining({ ...fault, retryable: true, code: category }),
  ]);
});

test('tells what the context says beside the words, and keeps the category', () => {
  const scopes = ['crm.objects.contacts.write', 'crm.schemas.contacts.read'];
  const [nested] = readFaults(
    answerOf(403, {
      ...error('MISSING_SCOPES', "This app hasn't been granted all required scopes."),
      errors: [{ message: 'One or more scopes are required.', context: { requiredGranularScopes: scopes } }],
    }),
  );
  const told = `(requiredGranularScopes: ${scopes.join(', ')})`;
  expect(nested).toMatchObject({
    kind: 'forbidden',
    code: 'MISSING_SCOPES',
    message: `One or more scopes are required. ${told}`,
  });
  const context = { requiredGranularScopes: scopes };
  expect(readFaults(answerOf(403, error('MISSING_SCOPES', 'no', { context })))[0].message).toBe(`no ${told}`);
  const bad = error('VALIDATION_ERROR', 'Not valid', { context: { ids: ['9'], INVALID_OBJECT_IDS: ['9'] } });
  expect(readFaults(answerOf(400, bad))[0].message).toBe('Not valid (ids: 9; INVALID_OBJECT_IDS: 9)');
  expect(readItemFaults(bad, /^ids$/)[0].message).toBe('Not valid (INVALID_OBJECT_IDS: 9)');
  const detail = { message: 'No such contact', code: 'INVALID_OBJECT_IDS', context: { id: ['9'] } };
  const associated = error('VALIDATION_ERROR', 'Not valid', { errors: [detail] });
  for (const [fault] of [readFaults(answerOf(400, associated)), readItemFaults(associated)])
    expect(fault.message).toBe('No such contact (id: 9)');
});

test('a context is told in bounds, without the token and without what is told elsewhere', () => {
  const context = { a: Array.from({ length: 50 }, () => 'secret-token'.repeat(50)), propertyName: ['email'] };
  const [{ message }] = readFaults(answerOf(400, error('VALIDATION_ERROR', 'no', { context })));
  expect(message.length).toBeLessThanOrEqual(1_000);
  expect(message).not.toMatch(/secret-token|email/);
});

test('names the record that is there, by the context or by the words', () => {
  const context = { existingId: ['7'] };
  const exists = 'Contact already exists. Existing ID: 7';
  const inWay = {
    message: 'Cannot set {x=1} on null. 8 already has that value.',
    code: 'CONFLICTING_UNIQUE_VALUE',
  };
  expect(readItemFaults(error('CONFLICT', 'no', { context }))[0].matches).toEqual(['7']);
  expect(readItemFaults(error('CONFLICT', exists, { context }))[0].matches).toEqual(['7']);
  expect(readFaults(answerOf(409, error('CONFLICT', exists)))[0].matches).toEqual(['7']);
  const unique = error('VALIDATION_ERROR', 'no', { errors: [inWay] });
  expect(readFaults(answerOf(400, unique))).toEqual([
    expect.objectContaining({ kind: 'conflict', matches: ['8'] }),
  ]);
  expect(readFaults(answerOf(409, error('CONFLICT', 'taken')))[0]).not.toHaveProperty('matches');
});
