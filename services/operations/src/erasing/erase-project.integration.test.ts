import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { beginProjectErasure, countOfProject } from '@writ/operation';
import { eventually, testActor } from '@writ/test-kit';
import { startOperations, type TestOperations } from '../testing/start-operations.ts';
import { written } from '../testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

/** As if its minute were over. */
async function erase(): Promise<number> {
  const { pool, projectId, prisma, transaction } = service;
  await pool.query(`INSERT INTO project (id, name, app_name) VALUES ($1, 'going', 'App')`, [projectId]);
  const { ended, unfinished } = await countOfProject(prisma, projectId, 1_000);
  const count = ended + unfinished;
  await transaction((tx) =>
    beginProjectErasure(tx, { projectId, force: false, extent: { count, leftOut: {} } }, testActor),
  );
  await pool.query(`UPDATE project SET erase_time = erase_time - interval '60 s'`);
  return count;
}

const facts = async (): Promise<unknown[]> => {
  const { pool } = service;
  const { rows } = await pool.query<{ part: number; done: number }>('SELECT part, done FROM task');
  return [rows[0], (await pool.query('SELECT FROM operation')).rowCount];
};

test('operations go beside a write in flight, which is waited for; the task counts them, as its request did', async () => {
  const { install, accept, write, claim, settle, start } = service;
  const installed = await install();
  await accept(write(installed));
  const claimed = await claim(installed.laneId);
  await accept(...Array.from({ length: 150 }, () => write(installed)));
  expect(await erase()).toBe(151);
  start();
  await eventually(async () => expect(await facts()).toEqual([{ part: 0, done: 150 }, 1]));
  await settle(claimed, written);
  await eventually(async () => expect(await facts()).toEqual([{ part: 1, done: 151 }, 0]));
});
