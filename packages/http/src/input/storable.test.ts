import { expect, test } from '@jest/globals';
import { unstorableIssues } from './storable.ts';

test('of very many texts that cannot be stored the first are told, and that there are more', () => {
  const texts = Array.from({ length: 5_000 }, () => '\0');
  expect(unstorableIssues(texts, 'body', true)).toHaveLength(1_001);
});
