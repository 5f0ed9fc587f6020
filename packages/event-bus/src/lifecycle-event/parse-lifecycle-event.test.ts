import { expect, test } from '@jest/globals';
import { parseLifecycleEvent } from './parse-lifecycle-event.ts';

const facts = {
  projectId: '0199a3b4-0000-7000-8000-000000000001',
  provider: 'hubspot',
  integrationId: 'i',
  integrationName: 'crm',
  installationId: 'n',
  groupRef: 'acme',
};
const envelope = {
  specversion: '1.0',
  id: 'event-1',
  source: '/backfill',
  type: 'read.backfill.done',
  time: '2026-11-21T10:15:30.123456Z',
  projectid: facts.projectId,
};
const backfillDone = { ...envelope, data: { ...facts, objectName: 'contacts' } };

const structured = (event: unknown) => ({ value: Buffer.from(JSON.stringify(event)), headers: {} });
const reasonFor = (value: string | Buffer, headers = {}): string => {
  const parsed = parseLifecycleEvent({ value: Buffer.from(value), headers });
  return 'reason' in parsed ? parsed.reason : 'none';
};

test('reads an event in structured mode', () => {
  expect(parseLifecycleEvent(structured(backfillDone))).toEqual({ event: backfillDone });
});

test('reads an event in binary mode, whatever the case of its headers', () => {
  const headers = Object.fromEntries(Object.entries(envelope).map(([name, value]) => [`CE_${name}`, value]));
  const value = Buffer.from(JSON.stringify(backfillDone.data));
  expect(parseLifecycleEvent({ value, headers })).toEqual({ event: backfillDone });
});

test('puts the time of an event into UTC, in either mode', () => {
  const time = '2026-11-21T00:00:00.1234567+23:59';
  const event = { ...backfillDone, time: '2026-11-20T00:01:00.123456Z' };
  expect(parseLifecycleEvent(structured({ ...backfillDone, time }))).toEqual({ event });
  const headers = Object.fromEntries(
    Object.entries({ ...envelope, time }).map(([name, value]) => [`ce_${name}`, value]),
  );
  const value = Buffer.from(JSON.stringify(backfillDone.data));
  expect(parseLifecycleEvent({ value, headers })).toEqual({ event });
});

test.each(['application/json', 'text/json', 'application/vnd.acme+JSON; charset=utf-8'])(
  'takes data of the type %s',
  (datacontenttype) => {
    expect(reasonFor(structured({ ...backfillDone, datacontenttype }).value)).toBe('none');
  },
);

test('leaves what it does not know of in an event', () => {
  const richer = { ...backfillDone, traceparent: '00-1', data: { ...backfillDone.data, rows: 12 } };
  expect(parseLifecycleEvent(structured(richer))).toEqual({ event: richer });
});

test.each([
  ['an empty message', '', 'The message is empty.'],
  ['a message that is not JSON', '{', 'The message is not JSON.'],
  ['a message that is not UTF-8', Buffer.from([0xff, 0xfe]), 'The message is not UTF-8.'],
  ['a message that is no object', '7', 'The event must be of type object'],
  [
    'a type that is not known',
    structured({ ...backfillDone, type: 'read.undone' }).value,
    'type is none of those we know',
  ],
  [
    'a project that is none',
    structured({ ...backfillDone, projectid: 'p' }).value,
    'projectid must be an id, such as `01980f6e-5c00-7a31-9d62-3f8b41c6e7d2`',
  ],
  [
    'what of it is not kept',
    structured({ ...backfillDone, data_base64: 'e30=', datacontenttype: 'text/plain' }).value,
    expect.stringMatching(/^data_base64 must have a name of small .*; datacontenttype must be a media type/),
  ],
  [
    'another version of CloudEvents',
    structured({ ...backfillDone, specversion: '0.3' }).value,
    'specversion must be `1.0`',
  ],
  [
    'data that lacks facts',
    structured({ ...envelope, data: { ...facts, groupRef: undefined } }).value,
    'data.groupRef is missing; data.objectName is missing',
  ],
  [
    'data of a wrong type',
    structured({ ...envelope, data: { ...facts, objectName: 7 } }).value,
    'data.objectName must be of type string',
  ],
  [
    'no alternative of config',
    structured({ ...envelope, type: 'installation.created', data: facts }).value,
    'data.config is missing; data.configURL is missing',
  ],
])('gives the reason for %s', (_, value, reason) => {
  expect(reasonFor(value)).toEqual(reason);
});

test('names every attribute that is missing', () => {
  expect(reasonFor('{}')).toBe(
    ['specversion', 'id', 'source', 'type', 'time', 'projectid', 'data']
      .map((name) => `${name} is missing`)
      .join('; '),
  );
});

test('refuses an event of more than 256 kB and takes one of exactly that', () => {
  const filler = (length: number) =>
    structured({ ...backfillDone, data: { ...backfillDone.data, filler: 'x'.repeat(length) } }).value;
  const room = 256 * 1_024 - filler(0).length;
  expect(reasonFor(filler(room))).toBe('none');
  expect(reasonFor(filler(room + 1))).toBe('The event measures 262145 bytes; 262144 are allowed.');
});

test.each([65, 100_000])('refuses an event nested %d levels deep', (levels) => {
  const nest = (depth: number) =>
    structured({ ...backfillDone, data: 'DATA' })
      .value.toString()
      .replace(
        '"DATA"',
        JSON.stringify(backfillDone.data).replace('}', `,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      );
  expect(reasonFor(nest(levels - 2))).toBe('The event is nested deeper than 64 levels.');
  expect(reasonFor(nest(62))).toBe('none');
});

test.each(['"note":[{"__proto__":1}]', '"constructor":{"prototype":1}'])('refuses %s', (member) => {
  const text = JSON.stringify(backfillDone).replace('"objectName"', `${member},"objectName"`);
  expect(reasonFor(text)).toMatch(/^The event holds `(?:__proto__|constructor)`, a member/);
});

test.each(['9007199254740993', '-9007199254740993', '1e400'])(
  'refuses %s, which is read as another number',
  (number) => {
    const text = JSON.stringify(backfillDone).replace(
      '"objectName"',
      `"rows":[{"count":${number}}],"objectName"`,
    );
    expect(reasonFor(text)).toMatch(/^The event holds a number that is too large/);
    expect(reasonFor(text.replace(number, '9007199254740991'))).toBe('none');
  },
);

test.each([
  [
    '"objectName":"contacts"',
    '"objectName":"contacts","rows":[{"a":1,"\\u0061":2}]',
    /^The event holds `a` twice in one object, at /,
  ],
  ['"id":"event-1"', '"id":"event\\r\\n1"', /^id must be a text without control characters/],
  [
    '"source":"/backfill"',
    '"source":"/back\\u0085fill"',
    /^source must be a text without control characters/,
  ],
  [
    `"projectId":"${facts.projectId}"`,
    '"projectId":"another"',
    /^data.projectId must be the id in projectid$/,
  ],
  [
    '"objectName":"contacts"',
    `"objectName":"contacts","rows":[${'1,'.repeat(60_000)}1]`,
    /more than 60000 values/,
  ],
])('refuses %s in place of %s, as it is refused over HTTP', (was, is, reason) => {
  expect(reasonFor(JSON.stringify(backfillDone).replace(was, is))).toMatch(reason);
});

test('refuses an attribute that comes twice in binary mode', () => {
  const headers = Object.fromEntries(Object.entries(envelope).map(([name, value]) => [`ce_${name}`, value]));
  const value = JSON.stringify(backfillDone.data);
  expect(reasonFor(value, headers)).toBe('none');
  expect(reasonFor(value, { ...headers, CE_ID: 'another' })).toBe(
    'The message has the attribute `id` more than once.',
  );
});

test('refuses an event whose attributes are too large, in binary mode', () => {
  const headers = Object.fromEntries(Object.entries(envelope).map(([name, value]) => [`ce_${name}`, value]));
  const extensions = Object.fromEntries(Array.from({ length: 50_000 }, (_, nr) => [`ce_x${nr}`, 'x']));
  expect(reasonFor(JSON.stringify(backfillDone.data), { ...headers, ...extensions })).toMatch(
    /^The event measures 3/,
  );
});

test.each(['\u0000', '\ud800'])('refuses text that cannot be stored', (text) => {
  expect(
    reasonFor(JSON.stringify({ ...backfillDone, data: { ...backfillDone.data, note: [{ [text]: 1 }] } })),
  ).toMatch('cannot store');
  expect(reasonFor(JSON.stringify({ ...backfillDone, id: text }))).toMatch('cannot store');
});
