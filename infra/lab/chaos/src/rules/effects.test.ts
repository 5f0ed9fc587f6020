import { expect, test } from '@jest/globals';
import { call, created, operation } from '../testing/a-history.ts';
import {
  duplicatesAtMost,
  duplicatesFlagged,
  noDuplicates,
  noneAmbiguous,
  sharedCalls,
  successIsTrue,
} from './effects.ts';

const twice = [created(0), created(0, { recordId: 'again' }), created(1)];

test('each write created once is fine; an update of it is no dup', () => {
  const history = [created(0), created(1), created(0, { action: 'updated' })];
  expect(noDuplicates(history).holds).toBe(true);
});

test('a write that was created twice is told by its number', () => {
  expect(noDuplicates(twice)).toMatchObject({ holds: false, detail: '2 writes created; 1: 0' });
});

test('a run in which nothing was created shows nothing', () => {
  expect(noDuplicates([operation(0)]).holds).toBe(false);
});

test('dup are the creates beyond the first', () => {
  const history = [...twice, created(0, { recordId: 'third' })];
  expect(duplicatesAtMost(history, 2).holds).toBe(true);
  expect(duplicatesAtMost(history, 1).holds).toBe(false);
});

test('a dup whose operation says nothing is seen', () => {
  expect(duplicatesFlagged([...twice, operation(0, { ambiguous: true })]).holds).toBe(true);
  expect(duplicatesFlagged([...twice, operation(0)]).holds).toBe(false);
  expect(duplicatesFlagged([...twice, operation(1, { ambiguous: true })]).holds).toBe(false);
});

test('an upsert that is marked ambiguous is seen, and a create is not', () => {
  const history = [operation(0, { ambiguous: true }), operation(1)];
  expect(noneAmbiguous(history, (number) => number === 1).holds).toBe(true);
  expect(noneAmbiguous(history, (number) => number === 0).holds).toBe(false);
});

test('an operation that claims a success without a record at the CRM is seen', () => {
  expect(successIsTrue([created(0), operation(0)]).holds).toBe(true);
  expect(successIsTrue([created(0), operation(0, { numbers: [0, 1] })]).holds).toBe(false);
  expect(successIsTrue([operation(0, { status: 'failure' })]).holds).toBe(true);
});

test('an operation that did not succeed but left a record at the CRM is seen, unless it says so', () => {
  expect(successIsTrue([created(0), operation(0, { status: 'failure' })]).holds).toBe(false);
  expect(successIsTrue([created(0), operation(0, { status: 'failure', ambiguous: true })]).holds).toBe(true);
});

test('the share of records that went with others, and the calls a record', () => {
  const history = [call([0, 1, 2]), call([3]), call([])];
  expect(sharedCalls(history, 0.7)).toMatchObject({
    holds: true,
    detail: '2 calls for 4 records (0.50 a record), at most 3 in one; 75 % with others (at least 70 %)',
  });
  expect(sharedCalls(history, 0.8).holds).toBe(false);
  expect(sharedCalls([], 0).holds).toBe(false);
});
