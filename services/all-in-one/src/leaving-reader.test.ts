import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { startReceiver } from '@writ/test-kit';

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

test('a command whose reader has left ends with its own code', async () => {
  const host = await startReceiver();
  const operation = { id: 'one', status: 'failure', metadata: { failed: 1 } };
  const headers = { 'content-type': 'application/json' };
  host.answerAlways({ status: 200, headers, body: JSON.stringify(operation) });
  const env = {
    PATH: process.env['PATH'],
    WRIT_MANAGEMENT_URL: host.url,
    WRIT_WRITE_URL: host.url,
    WRIT_PROJECT: 'demo',
    WRIT_API_KEY: 'key',
  };
  const program = join(checkout, 'packages/cli/src/writ.main.ts');
  const child = spawn(process.execPath, [program, 'ops', 'watch', 'one'], { env });
  child.stdout.destroy();
  const [told] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  await host.close();

  expect({ told, code: child.exitCode }).toEqual({ told: '', code: 1 });
});
