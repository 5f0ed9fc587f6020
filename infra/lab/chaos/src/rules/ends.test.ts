import { expect, test } from '@jest/globals';
import { acknowledged, fault, fixed, operation, refused, running } from '../testing/a-history.ts';
import {
  allAcknowledged,
  allEnded,
  allSentAcknowledged,
  allSucceeded,
  endedWithin,
  nothingLost,
  oneOperationPerWrite,
} from './ends.ts';

const good = [acknowledged(0), acknowledged(1), operation(0), operation(1)];

test('a good history passes every rule about ends', () => {
  const verdicts = [
    nothingLost(good),
    allSucceeded(good),
    allAcknowledged(good, 2),
    oneOperationPerWrite(good),
    endedWithin([...good, fault(500)], 1_000, 'fault'),
  ];
  expect(verdicts.filter(({ holds }) => !holds)).toEqual([]);
});

test.each([
  ['still in progress', [acknowledged(0), running(0)]],
  ['nowhere to be found', [acknowledged(0), operation(1)]],
])('an acknowledged write that is %s is lost', (_, history) => {
  expect(nothingLost(history)).toMatchObject({
    holds: false,
    detail: expect.stringContaining('op-0') as unknown,
  });
});

test('a run that acknowledged nothing shows nothing', () => {
  expect(nothingLost([operation(0)]).holds).toBe(false);
});

test('a failure is no success, and the reason is told', () => {
  const history = [acknowledged(0), operation(0, { status: 'failure', result: 'Bad email' })];
  expect(nothingLost(history).holds).toBe(true);
  expect(allSucceeded(history)).toMatchObject({
    holds: false,
    detail: expect.stringContaining('Bad email') as unknown,
  });
});

test('a write that was never acknowledged is missed', () => {
  expect(allAcknowledged(good, 3)).toMatchObject({ holds: false, detail: '2 of 3; 1: 2' });
});

test('the time is counted from the last fault, and what never ended is never in time', () => {
  const history = [...good, fault(100), fault(-2_000)];
  expect(endedWithin(history, 900, 'fault').holds).toBe(true);
  expect(endedWithin(history, 899, 'fault').holds).toBe(false);
  expect(endedWithin([...history, running(2)], 60_000, 'fault').holds).toBe(false);
  expect(endedWithin([...good, fixed(990)], 10, 'fixed').holds).toBe(true);
});

test.each([
  ['stands in two operations', [operation(0), operation(0, { id: 'op-again' })]],
  [
    'was acknowledged under another id than is stored',
    [acknowledged(0, { operationId: 'op-again' }), operation(0)],
  ],
  ['was acknowledged under two ids', [acknowledged(0), acknowledged(0, { operationId: 'op-again' })]],
])('a write that %s is seen', (_, history) => {
  expect(oneOperationPerWrite(history).holds).toBe(false);
});

test('whatever is stored has to end, one way or the other', () => {
  expect(allEnded([operation(0, { status: 'failure' })]).holds).toBe(true);
  expect(allEnded([operation(0), running(1)]).holds).toBe(false);
  expect(allEnded([]).holds).toBe(false);
});

test('a write that was refused and never acknowledged is missed', () => {
  expect(allSentAcknowledged([refused(0), acknowledged(0)]).holds).toBe(true);
  expect(allSentAcknowledged([acknowledged(0), refused(1)]).holds).toBe(false);
  expect(allSentAcknowledged([]).holds).toBe(false);
});
