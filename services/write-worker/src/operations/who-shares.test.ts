import { expect, test } from '@jest/globals';
import { aClaimedOperation } from '@writ/operation/testing';
import type { ProviderDeclaration } from '@writ/write-core';
import { declaredKeys, unfindableIn, whoShares } from './who-shares.ts';

const declaration = {
  uniqueFieldsOf: () => ['email'],
} as Partial<ProviderDeclaration> as ProviderDeclaration;
const declared = declaredKeys(declaration);
const create = (email?: string) =>
  aClaimedOperation({
    pending: [
      {
        index: 0,
        planned: { fields: email === undefined ? {} : { email } },
        inDoubt: false,
        forwardHeaders: [],
      },
    ],
  });
const many = (count: number, one: (at: number) => ReturnType<typeof create>) =>
  Array.from({ length: count }, (_, at) => one(at));

test('of creates with one unique value the first shares the call, and the others go alone', () => {
  const [first, other, twin] = [create('a@x.example'), create('b@x.example'), create(' A@x.example')];
  expect(whoShares([first, other, twin], declared)).toEqual({
    sharing: [first, other],
    later: [{ operations: [twin], together: 1 }],
  });
});

test('creates without a key leave a call of more than ten, for one of ten', () => {
  const keyed = many(6, (at) => create(`${at}@x.example`));
  const keyless = many(5, () => create());
  expect(whoShares([...keyed, ...keyless], declared)).toEqual({
    sharing: keyed,
    later: [{ operations: keyless, together: 10 }],
  });
  expect(whoShares(keyless, declared)).toEqual({ sharing: keyless, later: [] });
});

test('updates, and creates whose keys nobody knows, all share', () => {
  const operations = many(12, () => create());
  expect(whoShares(operations, declaredKeys(undefined))).toEqual({ sharing: operations, later: [] });
  const updates = operations.map((operation) => ({ ...operation, type: 'update' as const }));
  expect(whoShares(updates, declared)).toEqual({ sharing: updates, later: [] });
});

test('creates count as in flight unless each is known to be found again', () => {
  const [keyed, keyless] = [create('a@x.example'), create()];
  expect(unfindableIn([keyed, keyless], declared)).toBe(2);
  expect(unfindableIn([keyed], declared)).toBe(0);
  expect(unfindableIn([keyed], declaredKeys(undefined))).toBe(1);
  expect(unfindableIn([{ ...keyless, type: 'update' }], declared)).toBe(0);
  // A larger call is left by those that have no key.
  expect(
    unfindableIn(
      many(11, () => keyless),
      declaredKeys(undefined),
    ),
  ).toBe(0);
});
