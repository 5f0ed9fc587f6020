import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver } from '@writ/test-kit';
import { request } from 'undici';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

let closing = createClosing();
let data: string;
let writ: RunningWrit;

beforeEach(async () => {
  closing = createClosing();
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-killed-')), (path) =>
    rm(path, { recursive: true }),
  );
  // Root's Postgres runs as another user, and stores its data elsewhere if that user can't reach them here.
  await chmod(dataDir, 0o711);
  data = join(dataDir, 'postgres', 'data');
  writ = await startWrit(dataDir);
  closing.add(writ.process, async (running) => {
    running.kill('SIGTERM');
    await running.waitForExit();
  });
});
afterEach(() => closing.close());

async function pidOfPostgres(dataFolder = data): Promise<number> {
  const [pid] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

const killPostgres = async (dataFolder = data) => process.kill(await pidOfPostgres(dataFolder), 'SIGKILL');

const readiness = async (): Promise<number> => {
  const { statusCode, body } = await request(new URL('/readyz', writ.demo.managementUrl));
  await body.dump();
  return statusCode;
};

type Accepted = { operationId: string; email: string };

/** Sends asynchronous writes one by one until one gets `status`, or one more after `isOver`. */
async function writeUntil(
  status: number,
  isOver: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  const statuses = new Set<number>();
  await eventually(async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const answer = await writ.caller.write<{ operationId: string }>('hubspot', 'contacts', {
      type: 'create',
      mode: 'asynchronous',
      record: { email },
    });
    statuses.add(answer.status);
    if (answer.status === 200) accepted.push({ ...answer.body, email });
    return answer.status === status || isOver();
  });
  expect([...statuses].filter((seen) => seen !== 200 && seen !== 503)).toEqual([]);
  return accepted;
}

test('a Postgres that is killed comes back, and what was accepted before and after is written once and told', async () => {
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  await writ.caller.subscribe(receiver.url, 'write.async.done');
  const killed = await pidOfPostgres();
  // Meanwhile a write may wait, but is not refused.
  const isBack = async () => (await pidOfPostgres()) !== killed;
  const meanwhile = Promise.all(Array.from({ length: 4 }, () => writeUntil(503, isBack)));
  await eventually(() => receiver.received.length > 0);
  await killPostgres();
  const accepted = [...(await meanwhile).flat(), ...(await writeUntil(200))];
  await eventually(async () => (await readiness()) === 200);

  for (const { operationId } of accepted) {
    expect(await writ.caller.endOf(operationId)).toMatchObject({ status: 'success' });
    await receiver.waitFor(({ rawBody }) => rawBody.includes(operationId));
  }
  const contacts = await writ.caller.records('hubspot', 'contacts');
  const timesWritten = ({ email }: Accepted) =>
    contacts.filter(({ fields }) => fields['email'] === email).length;
  expect(accepted.filter((write) => timesWritten(write) !== 1)).toEqual([]);
  expect(writ.process.output()).toContain('Postgres ended by itself (SIGKILL)');
});

test('a Postgres that does not come back ends the process, with what to do', async () => {
  await rename(data, `${data}-away`);
  await killPostgres(`${data}-away`);
  // The process may have ended already.
  await eventually(async () => (await readiness().catch(() => 503)) === 503);

  expect(await writ.process.waitForExit()).toEqual({ code: 1, signal: null });
  expect(writ.process.output()).toMatch(
    new RegExp(`^writ: Postgres ended by itself .* does not come back: .* See that ${data} is there`, 'm'),
  );
  expect(writ.process.output()).not.toContain('The data stays');
});
