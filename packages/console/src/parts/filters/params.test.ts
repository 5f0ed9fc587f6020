import { expect, test } from '@jest/globals';
import {
  manyParam,
  notUnderstood,
  oneParam,
  readParams,
  textParam,
  timeParam,
  writeParams,
} from './params.ts';

const params = { groupRef: textParam, since: timeParam };

test('a text is read from an address as it was written there, whatever signs it has', () => {
  const values = { groupRef: 'acme%2Fnorth & sons+co' };
  expect(readParams(params, `?${writeParams(params, values)}`)).toEqual(values);
});

test('a time that cannot be read counts as absent', () => {
  const since = '2026-11-23T04:05:06Z';
  expect(readParams(params, `?since=${since}`)).toEqual({ since });
  expect(readParams(params, '?since=garbage')).toEqual({});
});

test('only a time that the API takes is one; a day alone is its midnight in UTC', () => {
  const given = (since: string) => readParams(params, `?${new URLSearchParams({ since }).toString()}`).since;
  expect(given('2026-11-28')).toBe('2026-11-28T00:00:00Z');
  expect(notUnderstood(params, '?since=2026-11-28')).toEqual([]);
  for (const time of ['2026-11-28T23:59:59.123456+05:45', '2028-02-29T00:00:00Z'])
    expect(given(time)).toBe(time);
  const refused = [
    '1',
    '2026',
    '2026-11-28T04:05:06',
    '2026-11-28 04:05:06Z',
    '28 November 2026',
    '2026-02-29',
  ];
  for (const text of refused) expect([text, given(text)]).toEqual([text, undefined]);
});

test('a second text of a parameter that takes one is not understood; of one that takes several each is', () => {
  const states = ['failed', 'held'] as const;
  const search = '?status=failed&status=held&status=failed';
  expect(notUnderstood({ status: oneParam(states) }, search)).toEqual(['status=held']);
  expect(notUnderstood({ status: manyParam(states) }, search)).toEqual([]);
});

test('what is no parameter, and what one cannot read, is not understood', () => {
  expect(notUnderstood(params, '?groupRef=acme&since=&foo=bar&since=garbage')).toEqual([
    'foo=bar',
    'since=garbage',
  ]);
});
