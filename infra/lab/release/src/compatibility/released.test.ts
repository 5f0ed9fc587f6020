import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { unacceptedBreaks } from './released.ts';

test('the API breaks no caller of the last release, except as released/accepted.json says', async () => {
  const root = join(import.meta.dirname, '../../../../..');
  expect(await unacceptedBreaks(root)).toEqual({ breaks: [], unneeded: [] });
});
