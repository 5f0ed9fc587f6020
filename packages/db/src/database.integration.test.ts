import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { newId } from '@writ/service-kit';
import { openDatabase } from './database.ts';

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
