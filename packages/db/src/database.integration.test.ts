import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { newId } from '@writ/service-kit';
import { inOneStatement, inTransaction, openDatabase } from './database.ts';
import { isUnavailable, onlyReads } from './faults.ts';
import type { Queryable } from './prisma-on-pool.ts';

const options = { maxConnections: 2, applicationName: 'test' };

test('each connection has its settings before its first statement', async () => {
  const own = await testDatabase();
  const db = openDatabase({ ...options, url: own.url });
  try {
    const names = [
      'enable_bitmapscan',
      'random_page_cost',
      'statement_timeout',
      'idle_in_transaction_session_timeout',
    ];
    const { rows } = await db.pool.query<{ setting: string }>(
      'SELECT current_setting(name) AS setting FROM unnest($1::text[]) AS name',
      [names],
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['off', '1.1', '15s', '15s']);
  } finally {
    await db.close();
    await own.drop();
  }
});

test('Prisma reads and writes the times that SQL does, whatever the time zone of the database is', async () => {
  const own = await testDatabase();
  const name = new URL(own.url).pathname.slice(1);
  await own.pool.query(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kolkata'`);
  const db = openDatabase({ ...options, url: own.url });
  try {
    const [id, createTime] = [newId(), new Date()];
    await db.prisma.project.create({ data: { id, name: 'p', appName: 'P', createTime } });
    const { rows } = await db.pool.query<{ at: Date }>('SELECT create_time AS at FROM project');
    expect(rows).toEqual([{ at: createTime }]);
    expect((await db.prisma.project.findUnique({ where: { id } }))?.createTime).toEqual(createTime);
  } finally {
    await db.close();
    await own.drop();
  }
});

test('what a role or a database is set to changes neither values nor what is kept', async () => {
  const own = await testDatabase();
  const name = new URL(own.url).pathname.slice(1);
  const strange = {
    datestyle: 'German',
    intervalstyle: 'iso_8601',
    bytea_output: 'escape',
    extra_float_digits: '-5',
    standard_conforming_strings: 'off',
    array_nulls: 'off',
    lock_timeout: '1',
    idle_session_timeout: '1000',
    transaction_timeout: '60000',
    default_transaction_isolation: 'serializable',
    synchronous_commit: 'off',
  };
  for (const [setting, value] of Object.entries(strange))
    await own.pool.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  const db = openDatabase({ ...options, url: own.url });
  try {
    const [at, bytes, number] = [new Date('2026-02-03T04:05:06.789Z'), Buffer.from([0, 255]), 0.1 + 0.2];
    const { rows } = await db.pool.query(
      'SELECT $1::timestamptz AS at, $2::bytea AS bytes, $3::float8 AS number, $4::text[] AS texts',
      [at, bytes, number, ['a', null]],
    );
    expect(rows).toEqual([{ at, bytes, number, texts: ['a', null] }]);
    const settings = await db.pool.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
      [
        [
          'lock_timeout',
          'idle_session_timeout',
          'transaction_timeout',
          'synchronous_commit',
          'transaction_isolation',
        ],
      ],
    );
    expect(new Map(settings.rows.map((row) => [row.name, row.setting]))).toEqual(
      new Map([
        ['lock_timeout', '0'],
        ['idle_session_timeout', '0'],
        ['transaction_timeout', '0'],
        ['synchronous_commit', 'on'],
        ['transaction_isolation', 'read committed'],
      ]),
    );
  } finally {
    await db.close();
    await own.drop();
  }
});

test('a server that only reads is refused, as a database that is away', async () => {
  const own = await testDatabase();
  const name = new URL(own.url).pathname.slice(1);
  await own.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const db = openDatabase({ ...options, url: own.url });
  try {
    for (const ask of [() => db.pool.query('SELECT 1'), () => db.prisma.project.count()]) {
      const fault: unknown = await ask().catch((error: unknown) => error);
      expect([onlyReads(fault), isUnavailable(fault)]).toEqual([true, true]);
    }
    await own.pool.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    expect(await db.prisma.project.count()).toBe(0);
  } finally {
    await db.close();
    await own.drop();
  }
});

test('a connection whose server has come to only read is not used again', async () => {
  const own = await testDatabase();
  const db = openDatabase({ ...options, maxConnections: 1, url: own.url });
  const insert = (tx: Queryable) =>
    tx.query('INSERT INTO project (id, name, app_name) VALUES ($1, $2, $3)', [newId(), newId(), 'P']);
  const ways = [
    () => inOneStatement(db.pool, insert),
    () => inTransaction(db.pool, insert),
    () => db.transaction(({ sql }) => insert(sql)),
    () =>
      db.transaction(({ prisma }) =>
        prisma.project.create({ data: { id: newId(), name: newId(), appName: 'P' } }),
      ),
    () => db.prisma.project.create({ data: { id: newId(), name: newId(), appName: 'P' } }),
    // Prisma begins a transaction by itself.
    () =>
      db.prisma.$transaction([
        db.prisma.project.create({ data: { id: newId(), name: newId(), appName: 'P' } }),
        db.prisma.project.count(),
      ]),
  ];
  try {
    for (const store of ways) {
      await db.pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
      const fault: unknown = await store().catch((error: unknown) => error);
      expect([onlyReads(fault), isUnavailable(fault)]).toEqual([true, true]);
      await store();
    }
    expect(await db.prisma.project.count()).toBe(ways.length);
  } finally {
    await db.close();
    await own.drop();
  }
});

/** The parameters that a client begins with: after length and version, texts that end with a zero. */
const parametersOf = (packet: Buffer): string[] =>
  packet
    .subarray(8)
    .toString()
    .split('\0')
    .filter((_, index) => index % 2 === 0)
    .filter((name) => name !== '');

test('a pooler is asked for nothing that it would refuse', async () => {
  const asked = Promise.withResolvers<Buffer>();
  const pooler = createServer((socket) => {
    socket.once('data', (packet) => {
      asked.resolve(packet);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as AddressInfo;
  const db = openDatabase({ ...options, url: `postgres://me:secret@127.0.0.1:${port}/writ` });
  try {
    await expect(db.pool.query('SELECT 1')).rejects.toThrow();
    // What PgBouncer takes unless told otherwise.
    const known = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'];
    expect(parametersOf(await asked.promise).filter((name) => !known.includes(name))).toEqual([]);
  } finally {
    await db.close();
    await new Promise((resolve) => pooler.close(resolve));
  }
});
