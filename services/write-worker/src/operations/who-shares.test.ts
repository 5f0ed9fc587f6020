import { expect, test } from '@jest/globals';
import { aClaimedOperation } from '@writ/operation/testing';
import type { ProviderDeclaration } from '@writ/write-core';
import { declaredKeys, unfindableIn, whoShares } from './who-shares.ts';

const declaration = {
  uniqueFieldsOf: () => ['email'],
} as Partial<ProviderDeclaration> as ProviderDeclaration;
const declared = declaredKeys(declaration);
const create = (...emails: (string | undefined)[]) =>
  aClaimedOperation({
    form: emails.length > 1 ? 'batch' : 'single',
    pending: (emails.length > 0 ? emails : [undefined]).map((email, index) => ({
      index,
      planned: { fields: email === undefined ? {} : { email } },
      inDoubt: false,
      forwardHeaders: [],
    })),
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
  // Creates without a key leave a larger call.
  expect(
    unfindableIn(
      many(11, () => keyless),
      declaredKeys(undefined),
    ),
  ).toBe(0);
});

test('an operation stays whole: what exceeds the call goes later, and one that alone is larger shares none', () => {
  const [two, three, one] = [create('a', 'b'), create('c', 'd', 'e'), create('f')];
  expect(whoShares([two, three, one], declared, 3)).toEqual({
    sharing: [two, one],
    later: [{ operations: [three] }],
  });
  expect(whoShares([three, one], declared, 2)).toEqual({ sharing: [three], later: [{ operations: [one] }] });
});

test('a batch with a unique value twice, or of another write of the call, goes alone', () => {
  const [first, twice, taken] = [create('a'), create('b', 'B'), create('c', 'a')];
  expect(whoShares([first, twice, taken], declared)).toEqual({
    sharing: [first],
    later: [{ operations: [twice, taken], together: 1 }],
  });
});

test('records of a batch count as in flight if it shares its call', () => {
  const batch = create('a', undefined);
  expect(unfindableIn([batch, create('b')], declared)).toBe(3);
  expect(unfindableIn([batch], declared)).toBe(0);
});

test('an operation that is alone is sent, whatever its records hold', () => {
  for (const alone of [create('a', 'A'), create(...Array<undefined>(11).fill(undefined))])
    expect(whoShares([alone], declared)).toEqual({ sharing: [alone], later: [] });
});
