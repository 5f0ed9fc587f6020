import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const checkout = join(import.meta.dirname, '../../..');

test.each([
  'services/all-in-one/src/main.ts',
  'services/installations/src/admin/admin.main.ts',
  'packages/cli/src/writ.main.ts',
  'infra/lab/bench/src/main.ts',
  'infra/lab/abuse/src/main.ts',
  'infra/lab/chaos/src/main.ts',
])('the help of %s ends quietly where its reader has left', async (program) => {
  const child = spawn(process.execPath, [join(checkout, program), '--help']);
  child.stdout.destroy();
  const [told] = await Promise.all([text(child.stderr), once(child, 'exit')]);

  expect({ told, code: child.exitCode }).toEqual({ told: '', code: 0 });
});
