import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { patientConnection, testDatabase, type TestDatabase } from '@writ/test-kit';
import { newId } from '@writ/service-kit';
import { inOneStatement, inTransaction, openDatabase, type Database } from './database.ts';
import {
  CommitUnknownError,
  isContentFault,
  isUnavailable,
  isUniqueViolation,
  ranOutOfTime,
} from './faults.ts';
import type { Queryable, Transaction } from './prisma-on-pool.ts';

let own: TestDatabase;
let db: Database;

beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 4, applicationName: 'test', limits: patientConnection });
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

test('what Postgres has undone is told as that, also where it says so at the commit', async () => {
  await db.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE ''refused'' USING ERRCODE = new.app_name; END'`);
  await db.pool.query(`
    CREATE CONSTRAINT TRIGGER refuses AFTER INSERT ON project DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (new.app_name ~ '^[0-9]') EXECUTE FUNCTION refuse()`);
  const insert = (tx: Queryable, code: string) =>
    tx.query('INSERT INTO project (id, name, app_name) VALUES ($1, $2, $3)', [newId(), `p-${newId()}`, code]);
  const ways = {
    inOneStatement: (code: string) => inOneStatement(db.pool, (tx) => insert(tx, code)),
    inTransaction: (code: string) => inTransaction(db.pool, (tx) => insert(tx, code)),
    transaction: (code: string) => db.transaction(({ sql }) => insert(sql, code)),
  };
  for (const [way, store] of Object.entries(ways))
    for (const code of ['57014', '53100', '25006']) {
      const fault: unknown = await store(code).catch((error: unknown) => error);
      const isUnknown = fault instanceof CommitUnknownError;
      expect([way, code, isUnavailable(fault), isUnknown]).toEqual([way, code, true, false]);
    }
  expect(await db.prisma.project.count({ where: { appName: { in: ['57014', '53100', '25006'] } } })).toBe(0);
});

test('a statement that runs out of time has stored nothing, and its connection is good', async () => {
  // Other statements have to end within it, on a busy machine too.
  const limits = { connectionMs: 60_000, statementMs: 2_000 };
  const impatient = openDatabase({ url: own.url, maxConnections: 1, applicationName: 'test', limits });
  const { id, name, appName } = aProject();
  const slow = `INSERT INTO project (id, name, app_name) SELECT $1, $2, $3 FROM pg_sleep(600)`;
  const pidOf = async () =>
    (await impatient.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
  const before = await pidOf();
  const storing = inOneStatement(impatient.pool, (tx) => tx.query(slow, [id, name, appName]));
  const fault: unknown = await storing.catch((error: unknown) => error);
  expect([ranOutOfTime(fault), fault instanceof CommitUnknownError]).toEqual([true, false]);
  expect(await pidOf()).toEqual(before);
  expect(await db.prisma.project.count({ where: { id } })).toBe(0);
  await impatient.close();
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
