import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Lane, Operation, Page } from '@writ/contracts';
import { eventually } from '@writ/test-kit';
import { pressCtrlC, startWrit, type RunningWrit } from './testing/start-writ.ts';

let dataDir: string;
let writ: RunningWrit;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'writ-'));
  writ = await startWrit(dataDir);
});
afterAll(async () => {
  await pressCtrlC(writ);
  await rm(dataDir, { recursive: true, force: true });
});

const writeLater = async (record: object): Promise<string> => {
  const answer = await writ.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    ...{ type: 'create', mode: 'asynchronous', record },
  });
  return answer.body.operationId;
};
const operation = async (id: string) =>
  (await writ.caller.manage<Operation>('GET', `/operations/${id}`)).body;
const hubspotLane = async (): Promise<Lane> => {
  const { body } = await writ.caller.manage<Page<Lane>>('GET', '/lanes?kind=provider');
  const lane = body.results.find(({ provider }) => provider === 'hubspot');
  if (!lane) throw new Error('no write has used the account yet');
  return lane;
};

test('a paused account is not written to: what waits is cancelled, tried again, or goes on when it is resumed', async () => {
  const { manage, endOf, journalLength } = writ.caller;
  await endOf(await writeLater({ lastname: 'First' }));
  // The turn in which it was written has ended, too: only then the lane tells its rate.
  await eventually(async () => (await hubspotLane()).rate > 0);
  const { id } = await hubspotLane();
  expect((await manage('POST', `/lanes/${id}:pause`)).body).toMatchObject({ waiting: { reason: 'paused' } });
  const calls = await journalLength();

  const [second, third] = [await writeLater({ lastname: 'Second' }), await writeLater({ lastname: 'Third' })];
  expect(await operation(second)).toMatchObject({
    status: 'in_progress',
    metadata: { waiting: { reason: 'paused' } },
  });
  expect(await hubspotLane()).toMatchObject({ queued: 2, waiting: { reason: 'paused' } });
  expect((await manage('POST', `/operations/${second}:cancel`)).body).toMatchObject({ result: 'Cancelled' });
  expect((await manage('POST', '/operations:cancel?resource=contacts')).body).toEqual({ count: 1 });
  expect(await endOf(third)).toMatchObject({ status: 'failure', result: 'Cancelled' });
  const fourth = await writeLater({ lastname: 'Fourth' });
  expect(await journalLength()).toBe(calls);

  expect((await manage('POST', `/lanes/${id}:resume`)).status).toBe(200);
  expect(await endOf(fourth)).toMatchObject({ status: 'success' });
  const { body } = await manage<{ operationId: string }>('POST', `/operations/${third}:retry`);
  expect(await endOf(body.operationId)).toMatchObject({ status: 'success' });
  expect(await operation(second)).toMatchObject({ status: 'failure', result: 'Cancelled' });
});
