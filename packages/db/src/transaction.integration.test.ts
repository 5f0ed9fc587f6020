import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { newId } from '@writ/service-kit';
import { openDatabase, type Database } from './database.ts';
import { CommitUnknownError, isContentFault, isUnavailable, isUniqueViolation } from './faults.ts';
import type { Transaction } from './prisma-on-pool.ts';

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 4, applicationName: 'test' });
});

afterAll(async () => {
  await db.close();
  await own.drop();
});

const aProject = () => ({ id: newId(), name: `p-${newId()}`, appName: 'P' });
const backend = async ({ sql }: Transaction): Promise<unknown> =>
  (await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

test('Prisma and SQL see what the other did, and commit together', async () => {
  const project = aProject();
  await db.transaction(async ({ prisma, sql }) => {
    await prisma.project.create({ data: project });
    const { rowCount } = await sql.query('UPDATE project SET app_name = $2 WHERE id = $1', [project.id, 'Q']);
    expect(rowCount).toBe(1);
    expect(await prisma.project.findUnique({ where: { id: project.id } })).toMatchObject({ appName: 'Q' });
    expect(await db.prisma.project.findUnique({ where: { id: project.id } })).toBeNull();
  });
  expect(await db.prisma.project.findUnique({ where: { id: project.id } })).toMatchObject({ appName: 'Q' });
});

test('what throws leaves nothing of either', async () => {
  const [one, other] = [aProject(), aProject()];
  const insert = 'INSERT INTO project (id, name, app_name) VALUES ($1, $2, $3)';
  const failing = db.transaction(async ({ prisma, sql }) => {
    await prisma.project.create({ data: one });
    await sql.query(insert, [other.id, other.name, other.appName]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await db.prisma.project.count({ where: { id: { in: [one.id, other.id] } } })).toBe(0);
});

test('transactions that run side by side have a connection each', async () => {
  const both = Promise.withResolvers<undefined>();
  let waiting = 0;
  const run = () =>
    db.transaction(async (tx) => {
      waiting += 1;
      if (waiting === 3) both.resolve(undefined);
      await both.promise;
      const [{ pid } = {}] = await tx.prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      return [pid, await backend(tx)];
    });
  const pids = await Promise.all([run(), run(), run()]);
  for (const [prisma, sql] of pids) expect(prisma).toBe(sql);
  expect(new Set(pids.map(([pid]) => pid)).size).toBe(3);
});

test('a connection that breaks during the commit is told as a lost commit, one that breaks before it is not', async () => {
  const end = async (tx: Transaction) => {
    const pid = await backend(tx);
    await db.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    return pid;
  };
  await expect(db.transaction(end)).rejects.toThrow(CommitUnknownError);
  const early = db.transaction(async (tx) => {
    await end(tx);
    await tx.prisma.project.count();
  });
  const fault: unknown = await early.catch((error: unknown) => error);
  expect(fault).not.toBeInstanceOf(CommitUnknownError);
  // With the fault itself, so that one which is not recognized is told.
  expect(isUnavailable(fault) ? '' : inspect(fault)).toBe('');
});

test('a fault of what is stored is told from one of the database, through Prisma too', async () => {
  const withNul = { ...aProject(), name: 'a\u0000b' };
  const fault: unknown = await db.prisma.project.create({ data: withNul }).catch((error: unknown) => error);
  expect(isContentFault(fault)).toBe(true);
  const noId: unknown = await db.prisma.project
    .findUnique({ where: { id: 'x' } })
    .catch((error: unknown) => error);
  expect(isContentFault(noId)).toBe(true);
  const project = aProject();
  await db.prisma.project.create({ data: project });
  const taken: unknown = await db.prisma.project.create({ data: project }).catch((error: unknown) => error);
  expect(isUniqueViolation(taken)).toBe(true);
});
