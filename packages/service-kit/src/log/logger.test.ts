import { expect, test } from '@jest/globals';
import { createAppLogger } from './logger.ts';

const key = `writ_${'a'.repeat(40)}`;

function logged(fields: Readonly<Record<string, unknown>>): unknown {
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'info', write: (line) => void lines.push(line) });
  logger.debug('not told', fields);
  logger.with({ lane: 'l' }).info('told', fields);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('a line is JSON with level, message, service, time and all fields', () => {
  const at = new Date(0);
  expect(logged({ at, big: 7n, list: [1, { a: null }], left: undefined })).toEqual({
    level: 'info',
    message: 'told',
    service: 'test',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    lane: 'l',
    at: '1970-01-01T00:00:00.000Z',
    big: '7',
    list: [1, { a: null }],
  });
});

test('secrets are hidden by their name and by their text, however deep', () => {
  expect(
    logged({ apiKey: 'x', a: { authorization: 'y', b: [`with ${key}`, 'Bearer abcdefgh1234'] } }),
  ).toMatchObject({
    apiKey: '[redacted]',
    a: { authorization: '[redacted]', b: ['with [redacted]', '[redacted]'] },
  });
});

test('a signing key and a token are hidden in an address, too', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3MDB9.c2ln-bmF0dXJl';
  const path = (secret: string) => `/v1/topics/${secret}`;
  expect(logged({ paths: [path('whsec_abcdefgh%2Fijklmnop%3D'), path(token)] })).toMatchObject({
    paths: [path('[redacted]'), path('[redacted]')],
  });
});

test('what refers to itself is told to some depth', () => {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop['self'] = loop;
  expect(JSON.stringify(logged({ loop }))).toContain('[too deep]');
});
