import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Operation } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { startProcess, testDatabase, type Exit } from '@writ/test-kit';
import { npmStart, pressCtrlC, startWrit } from './testing/start-writ.ts';

const closing = createClosing();
let dataDir: string;
beforeAll(async () => {
  dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-start-')), (path) =>
    rm(path, { recursive: true }),
  );
});
afterAll(() => closing.close());

/** Runs an operators' command that knows only the folder. */
async function admin(
  command: 'list-projects' | 'console-link',
): Promise<{ code: number | null; output: string }> {
  const ran = await startProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../installations/src/admin/admin.main.ts'), command],
    env: { DATA_DIR: dataDir },
  });
  closing.add(ran, (running) => running.close());
  const { code } = await ran.waitForExit();
  return { code, output: ran.output() };
}

test('Ctrl-C and SIGTERM end it with 0, and a second start finds its data under the same key', async () => {
  const first = await startWrit(dataDir);
  closing.add(first.process, (running) => running.close());
  const written = await first.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record: { email: 'ada@example.com' },
  });
  const operation = await first.caller.endOf(written.body.operationId);
  expect(await admin('list-projects')).toEqual({ code: 0, output: expect.stringContaining('"name":"demo"') });
  // The instance's address, without a variable.
  const consoleUrl = `${new URL(first.demo.managementUrl).origin}/console#code=`;
  expect(await admin('console-link')).toEqual({ code: 0, output: expect.stringContaining(consoleUrl) });
  expect(first.process.output()).not.toContain('postgresql://');
  expect(await pressCtrlC(first)).toBe(0);
  expect(first.process.output()).toContain('The data stays');
  expect(await admin('list-projects')).toEqual({ code: 78, output: expect.stringContaining('npm start') });

  const second = await startWrit(dataDir, {}, await npmStart());
  closing.add(second.process, (running) => running.close());
  expect(second.demo.apiKey).toBe(first.demo.apiKey);
  const found = await second.caller.manage<Operation>('GET', `/operations/${operation.id}`);
  expect(found).toMatchObject({ status: 200, body: operation });
  const again = await second.caller.write('salesforce', 'Lead', {
    type: 'create',
    record: { LastName: 'Lovelace', Company: 'Engines' },
  });
  expect(again.status).toBe(200);
  // npm only ends its shell.
  second.process.kill('SIGTERM');
  expect(await second.process.waitForExit()).toEqual({ code: 0, signal: null });
});

/** The program must end by itself. */
async function runToItsEnd(env: Record<string, string>): Promise<Exit & { output: string }> {
  const ended = await startProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, 'main.ts')],
    env: { DATA_DIR: dataDir, MANAGEMENT_PORT: '0', WRITE_PORT: '0', SANDBOX_PORT: '0', ...env },
  });
  closing.add(ended, (running) => running.close());
  return { ...(await ended.waitForExit()), output: ended.output() };
}

test('a faulty environment ends it with 78 and every fault at once', async () => {
  const { code, output } = await runToItsEnd({
    MANAGEMENT_PORT: 'eighty',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://user:secret@127.0.0.1/writ',
    LISTEN_HOST: 'http://0.0.0.0',
  });
  expect(code).toBe(78);
  expect(output).toMatch(/MANAGEMENT_PORT: "eighty" is not a whole number/);
  expect(output).toMatch(/LOG_LEVEL: "loud" is none of/);
  expect(output).toMatch(/DATABASE_URL: is not a URL that starts with postgresql:/);
  expect(output).toMatch(/LISTEN_HOST: "http:\/\/0\.0\.0\.0" is no address or name of a machine/);
  expect(output).not.toContain('secret');
});

test.each(['MANAGEMENT_PORT', 'WRITE_PORT', 'SANDBOX_PORT'])(
  'a %s that is in use is told in one sentence, without a stack',
  async (variable) => {
    const taken = closing.add(createServer().listen(0, '127.0.0.1'), (server) => server.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const database = closing.add(await testDatabase(), (opened) => opened.drop());
    const { code, output } = await runToItsEnd({ [variable]: String(port), DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^writ: Port ${port} \\(${variable}\\) is in use: .*$`, 'm'));
    expect(output).not.toMatch(/^\s+at /m);
  },
);

test('a database that does not answer is told in one sentence, without a stack', async () => {
  const { code, output } = await runToItsEnd({ DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/writ' });
  expect(code).toBe(1);
  expect(output).toMatch(/^writ: Postgres cannot be used .* Check DATABASE_URL/m);
  expect(output).not.toMatch(/^\s+at /m);
});
