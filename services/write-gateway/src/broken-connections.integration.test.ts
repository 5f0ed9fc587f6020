import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { databaseLink, eventually, testDatabase } from '@writ/test-kit';
import { startGateway } from './testing/start-gateway.ts';

const closing = createClosing();
let started: Awaited<ReturnType<typeof startOnLink>>;
beforeAll(async () => {
  started = await startOnLink();
});
afterAll(() => closing.close());

const later = { type: 'create', record: { firstname: 'Ada' }, mode: 'asynchronous' };
const key = { 'Idempotency-Key': 'order-1' };

async function startOnLink() {
  const server = await testDatabase();
  const link = closing.add(await databaseLink(server.url), (opened) => opened.close());
  const gateway = await startGateway(server, { databaseUrl: link.url });
  // Its pool must end before the link.
  closing.add(gateway, (opened) => opened.close());
  return { server, link, install: () => gateway.install({ provider: 'hubspot', objectName: 'contacts' }) };
}

/** Starts counting stored and lost writes. */
async function begin() {
  const { server, link, install } = started;
  const readIds = async () => {
    const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM operation ORDER BY id');
    return rows.map(({ id }) => id);
  };
  const [before, lostBefore] = [await readIds(), link.losses()];
  return {
    ...started,
    installed: await install(),
    operations: async () => (await readIds()).filter((id) => !before.includes(id)),
    losses: () => link.losses() - lostBefore,
  };
}

test('a look-up whose connection breaks is made again on another one', async () => {
  const { link, install, operations, losses } = await begin();
  const lookUps = [
    'write-look-ups',
    'k.expire_time >= clock_timestamp()',
    'SELECT id FROM lane WHERE project_id',
  ];
  for (const [index, statement] of lookUps.entries()) {
    const installed = await install();
    link.loseAnswerTo(statement);
    const { status } = await installed.write(later, key);
    expect({ statement, status, losses: losses() }).toEqual({
      statement,
      status: 200,
      losses: index + 1,
    });
  }
  expect(await operations()).toHaveLength(lookUps.length);
});

const breaks = [
  ['a create: the answer to its statement', {}, 'loseAnswerTo', 'insert-operations'],
  ['a create: the statement itself', {}, 'lose', 'insert-operations'],
  ['with a key: the answer to the commit', key, 'loseAnswerTo', 'COMMIT'],
  ['with a key: the commit itself', key, 'lose', 'COMMIT'],
  ['with a key: the answer to what comes before the commit', key, 'loseAnswerTo', 'insert-operations'],
] as const;
test.each(breaks)('an acceptance that was broken off is repeated and stored once; %s', async (...loss) => {
  const [, headers, lose, statement] = loss;
  const { link, installed, operations, losses } = await begin();
  link[lose](statement);
  const { status, body, headers: answered } = await installed.write(later, headers);
  expect({ status, losses: losses() }).toEqual({ status: 200, losses: 1 });
  expect(answered.get('idempotency-replayed')).toBeNull();
  expect(await operations()).toEqual([body['operationId']]);
});

test.each(['loseAnswerTo', 'lose'] as const)(
  'a synchronous write whose record was broken off is recorded once: %s',
  async (lose) => {
    const { link, installed, operations, losses } = await begin();
    link[lose]('record-ended-operations');
    const { status, body } = await installed.write({ ...later, mode: 'synchronous' });
    expect({ status, losses: losses() }).toEqual({ status: 200, losses: 1 });
    expect(body).not.toHaveProperty('warnings');
    expect(await operations()).toEqual([body['operationId']]);
  },
);

test('the repetition waits for a first try that Postgres still runs', async () => {
  const { server, link, installed, operations } = await begin();
  await installed.write(later);
  const waiting = (count: number) =>
    eventually(async () => {
      const { rowCount } = await server.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === count;
    });
  const holder = await server.pool.connect();
  try {
    await holder.query('BEGIN; SELECT FROM lane FOR UPDATE');
    const answer = installed.write(later);
    await waiting(1);
    link.breakConnections();
    await waiting(2);
    await holder.query('COMMIT');
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(await operations()).toEqual([expect.any(String), body['operationId']]);
  } finally {
    holder.release();
  }
});

test('a record of an auto batch is stored once; without a key a lost commit leaves it unknown', async () => {
  const { link, installed, operations, losses } = await begin();
  const batched = { ...later, autoBatchPolicy: { maxDelayMinutes: 5 } };
  link.loseAnswerTo('grow-batches');
  const { status, body } = await installed.write(batched);
  expect(status).toBe(200);
  link.loseAnswerTo('COMMIT');
  expect(await installed.write(batched, key)).toMatchObject({ status: 200 });
  expect(await operations()).toEqual([body['operationId']]);
  link.loseAnswerTo('COMMIT');
  expect(await installed.write(batched)).toMatchObject({
    status: 503,
    body: { retryable: false, context: { outcome: 'unknown' } },
  });
  expect(losses()).toBe(3);
});

test('a repetition that fails, too, leaves it unknown, and a key makes it safe to send again', async () => {
  const { link, installed, operations, losses } = await begin();
  link.loseAnswerTo('COMMIT', 2);
  const keyed = await installed.write(later, key);
  expect(keyed).toMatchObject({ status: 503, body: { retryable: true, context: { outcome: 'unknown' } } });
  const again = await installed.write(later, key);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotency-replayed')).toBe('true');

  link.loseAnswerTo('insert-operations', 2);
  const unkeyed = await installed.write(later);
  expect(unkeyed).toMatchObject({ status: 503, body: { retryable: false, context: { outcome: 'unknown' } } });
  expect(losses()).toBe(4);
  expect(await operations()).toHaveLength(2);
});
