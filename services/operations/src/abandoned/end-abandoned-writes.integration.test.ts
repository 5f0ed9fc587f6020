import { expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { beginWrite, createRecordEnded, findOperation, type BegunWrite } from '@writ/operation';
import { aTarget } from '@writ/operation/testing';
import { createAppLogger, createClosing } from '@writ/service-kit';
import type { OperationEnd } from '@writ/service-parts';
import { eventually } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { endAbandonedWrites } from './end-abandoned-writes.ts';

const aWrite = (): BegunWrite => ({
  ...aTarget(),
  id: newId(),
  type: 'create',
  form: 'single',
  allOrNone: false,
  requestId: 'r',
  notes: [],
  records: [{ fields: {} }],
});

const keyOf = ({ projectId }: BegunWrite) => ({
  projectId,
  scope: 'i/contacts',
  key: newId(),
  bodyHash: Buffer.from('x'),
});

test('expired writes are recorded, one that cannot be stored stops none', async () => {
  const closing = createClosing();
  try {
    const database = closing.add(await openTestDatabase({ maxConnections: 4 }), (opened) => opened.close());
    const { pool } = database;
    const [young, good, bad] = [aWrite(), aWrite(), { ...aWrite(), objectName: 'no\0text' }];
    // From another release.
    const strange = aWrite();
    for (const write of [strange, bad, good, young]) await beginWrite(pool, write, keyOf(write));
    await pool.query('UPDATE synchronous_write SET lease_until = clock_timestamp() WHERE id = ANY ($1)', [
      [bad.id, good.id],
    ]);
    await pool.query(
      `UPDATE synchronous_write SET lease_until = clock_timestamp() - interval '1 s', operation = '{}' WHERE id = $1`,
      [strange.id],
    );
    const logged: string[] = [];
    const ended: OperationEnd[] = [];
    const rounds = endAbandonedWrites({
      database,
      logger: createAppLogger({ service: 'test', level: 'warn', write: (line) => logged.push(line) }),
      onEnded: (end) => ended.push(end),
      everyMs: 10,
    });
    closing.add(rounds, (running) => running.close());
    const left = async () =>
      (await pool.query<{ id: string }>('SELECT id FROM synchronous_write')).rows.map(({ id }) => id);
    await eventually(async () =>
      expect((await left()).toSorted()).toEqual([strange.id, young.id].toSorted()),
    );
    expect(await findOperation(database.prisma, good.projectId, good.id)).toMatchObject({
      status: 'failure',
      ambiguous: true,
    });
    expect(await findOperation(database.prisma, bad.projectId, bad.id)).toBeUndefined();
    expect(ended).toEqual([{ mode: 'synchronous', outcome: 'failure', fault: 'unknown' }]);
    expect(logged.some((line) => line.includes(bad.id))).toBe(true);

    await createRecordEnded(pool)({ ...young, status: 'success', result: 'done', tookMs: 1, records: [] });
    expect(await left()).toEqual([strange.id]);
  } finally {
    await closing.close();
  }
});
