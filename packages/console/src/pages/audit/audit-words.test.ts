import { expect, test } from '@jest/globals';
import { actorWords, changesWords, valueWords } from './audit-words.ts';

test.each([
  [{ kind: 'admin', id: 'admin' }, 'administrator'],
  [{ kind: 'session', id: 'admin' }, 'administrator, console'],
  [{ kind: 'session', id: 'k1' }, 'key k1, console'],
  [{ kind: 'command', id: 'root' }, 'command of root'],
  [{ kind: 'jwt', id: 'k1', groupRef: 'acme' }, 'token of key k1 for acme'],
] as const)('the actor %j has words', (actor, words) => {
  expect(actorWords(actor)).toBe(words);
});

test.each([
  [{ before: 'a', after: 'b' }, 'a', 'b'],
  [{ after: ['x'] }, '–', '[\n  "x"\n]'],
  [{ before: false }, 'false', '–'],
  [{ changed: true }, 'not shown', 'not shown'],
] as const)('the change %j is shown', (change, before, after) => {
  expect(valueWords(change, 'before')).toBe(before);
  expect(valueWords(change, 'after')).toBe(after);
});

test('changed values are named', () => {
  expect(changesWords({ changes: { name: { after: 'a' }, 'metadata.url': { changed: true } } })).toBe(
    'name, metadata.url',
  );
});
