import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as parts from './index.ts';

test('the README names each part', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(Object.keys(parts).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
