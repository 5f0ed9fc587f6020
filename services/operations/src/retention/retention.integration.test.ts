import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from '../testing/start-operations.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

async function operationOf(days: number): Promise<string> {
  const { write, accept, install, pool } = service;
  const installed = await install();
  const time = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
  await accept(write(installed, { id, records: [{ fields: { name: 'a' } }] }));
  await pool.query(
    `UPDATE operation SET status = 'success', due_at = NULL, update_time = now() - $2 * interval '1 day' WHERE id = $1`,
    [id, days],
  );
  return id;
}

test('a project keeps its operations and what they sent as long as it says itself', async () => {
  const { pool, projectId } = service;
  await pool.query(
    `INSERT INTO project (id, name, app_name, sent_retention_days, operation_retention_days) VALUES ($1, 'brief', 'App', 2, 4)`,
    [projectId],
  );
  const ids = [await operationOf(5), await operationOf(3), await operationOf(1)];
  service.start();
  const left = async () =>
    (
      await pool.query<{ id: string; sent: boolean }>(
        `SELECT o.id, r.planned IS NOT NULL AS sent FROM operation o JOIN operation_record r ON r.operation_id = o.id
         ORDER BY o.id`,
      )
    ).rows;
  await eventually(async () => (await left()).some(({ sent }) => !sent));
  expect(await left()).toEqual([
    { id: ids[1], sent: false },
    { id: ids[2], sent: true },
  ]);
});
