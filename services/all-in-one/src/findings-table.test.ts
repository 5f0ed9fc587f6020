import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findingKinds } from '@writ/contracts';

test('the table of findings tells each kind with its level and title', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (error|warning|info) \| (.+) \|$/gm)];
  expect(rows.map(([, code, level, title]) => [code, level, title])).toEqual(
    Object.entries(findingKinds).map(([code, { level, title }]) => [code, level, title]),
  );
});
