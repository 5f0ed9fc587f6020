import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@writ/contracts';
import { inTransaction, newId, type Database } from '@writ/db';
import { addToOutbox, startRelay, type BusMessage } from '@writ/event-bus';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { createAppLogger, createMetrics, systemClock } from '@writ/service-kit';
import { eventually, testActor } from '@writ/test-kit';
import { Agent } from 'undici';
import { claimDeliveries, type DeliveryUnit } from '../delivery/claim-deliveries.ts';
import { createDestinationBook } from '../delivery/destination-book.ts';
import { settleDeliveries } from '../delivery/settle-deliveries.ts';
import { destinationRepository } from '../destinations/destination-repository.ts';
import { newSigningKey, secretBox } from '../destinations/secrets.ts';
import { createAddressRules } from '../outbound/address-rules.ts';
import { guardedSockets } from '../outbound/guarded-sockets.ts';
import { createIngest } from '../ingest/ingest-batch.ts';

/**
 * A claim as its worker sees it. `lost`: a command may have given the delivery to another process; `begun`: sent, or
 * the worker died; `leaseEndsAtMs`: by `performance.now()`.
 */
export type DeliveryClaim = { unit: DeliveryUnit; leaseEndsAtMs: number; lost: boolean; begun: boolean };

/** The service's work with deliveries on real tables, without HTTP, step by step. */
export type DeliveryWorld = Awaited<ReturnType<typeof deliveryWorld>>;

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/** Waits between attempts; a failure after the last one is final. */
export const scheduleMs = [1_000, 5_000] as const;

const webhook = { type: 'webhook', metadata: { url: 'https://hook.test/' } };

/** The first of its destinations gets `connection.created` by two topics. */
export async function deliveryWorld(
  db: Database,
  destinationCount = 2,
  { type, metadata }: { type: string; metadata: JsonObject } = webhook,
) {
  const { pool } = db;
  const projectId = newId();
  await db.prisma.project.create({ data: { id: projectId, name: `p-${projectId}`, appName: 'Test' } });
  const secretsBy = (keyId: string) =>
    secretBox(projectSecrets(createKeyring(`${keyId}:${randomBytes(32).toString('base64')}`), pool));
  const secrets = secretsBy('k1');
  const destinations = destinationRepository(db, secrets);
  const agent = new Agent();
  const managementUrl = 'http://writ.test/v1';
  const openSocket = guardedSockets(createAddressRules({ allowHttp: true, allowCidrs: [] }));
  const deps = { openSocket, pool, agent, logger, clock: systemClock, managementUrl };
  const book = createDestinationBook({ ...deps, secrets });
  const metrics = createMetrics({ service: 'test', defaults: false });
  const ids: string[] = [];
  for (let number = 0; number < destinationCount; number += 1) {
    const content = {
      metadata,
      secrets: { signingKeys: [{ key: newSigningKey() }], hidden: {} },
    };
    const given = { ...content, name: `d${number}`, type };
    const added = await destinations.add(projectId, given, testActor);
    if (added === 'name-taken') throw new Error('A new project has no destinations');
    ids.push(added.id);
    for (let topic = number; topic < 2; topic += 1)
      await route(db, projectId, `t${number}-${topic}`, added.id);
  }
  const claim = claimDeliveries(pool, book);
  return {
    db,
    projectId,
    destinations,
    book,
    /** Of a process without the sealing key. */
    keylessBook: createDestinationBook({ ...deps, secrets: secretsBy('k2') }),
    destinationIds: ids as readonly string[],
    claims: [] as DeliveryClaim[],
    /** Concurrent actions may change each other's results. */
    racing: false,
    /** Ids of events in the outbox. */
    published: [] as string[],
    claim: async (destinationId: string, limit: number, ofMs: number) => {
      const claimed = (await claim([{ laneId: destinationId, limit }], ofMs)).get(destinationId) ?? [];
      if ('fault' in claimed) throw claimed.fault;
      return claimed;
    },
    ingest: createIngest({ pool, waker: { wake: () => undefined }, logger, metrics }),
    settle: settleDeliveries({
      pool,
      scheduleMs,
      random: () => 0.5,
      pokeRelay: () => undefined,
      disabling: { failingMs: 3_600_000, failuresInRow: 6, failuresForMs: 0 },
    }),
  };
}

async function route(
  { prisma }: Database,
  projectId: string,
  name: string,
  destinationId: string,
): Promise<void> {
  const topic = await prisma.topic.create({ data: { id: newId(), projectId, name } });
  const place = { projectId, topicId: topic.id };
  await prisma.notificationEventTopicRoute.create({
    data: { ...place, id: newId(), eventType: 'connection.created' },
  });
  await prisma.topicDestinationRoute.create({ data: { ...place, id: newId(), destinationId } });
}

/** Puts events into the outbox. */
export async function publish({ db, projectId, published }: DeliveryWorld, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: newId(),
    projectId,
    aggregateId: 'c',
    type: 'connection.created' as const,
    data: { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g' },
  }));
  await inTransaction(db.pool, (tx) => addToOutbox(tx, events));
  published.push(...events.map(({ id }) => id));
}

/**
 * Moves the outbox to the consumer. With `acknowledged: false` the first answer of the bus is lost, so the events
 * come again.
 */
export async function relay(
  { db, ingest }: DeliveryWorld,
  options: { acknowledged: boolean },
): Promise<void> {
  let lost = options.acknowledged;
  const bus = {
    publish: async (messages: readonly Omit<BusMessage, 'topic'>[]) => {
      await ingest(messages.map((message) => ({ ...message, topic: 'lifecycle-events' })));
      if (lost) return;
      lost = true;
      throw new Error('The answer of the bus was lost');
    },
  };
  const running = startRelay({ pool: db.pool, bus, logger, pollMs: 5 });
  try {
    await eventually(async () => (await db.pool.query('SELECT 1 FROM outbox')).rowCount === 0);
  } finally {
    await running.close();
  }
}

/** Moves all times of rows into the past: they are the database's. */
export async function letTimePass({ db, projectId, claims }: DeliveryWorld, ms: number): Promise<void> {
  for (const claim of claims) claim.lost = true;
  const past = (column: string) => `${column} = ${column} - $2 * interval '1 ms'`;
  const values = [projectId, ms];
  await db.pool.query(
    `UPDATE delivery SET ${past('due_at')}, ${past('lease_until')} WHERE project_id = $1`,
    values,
  );
  await db.pool.query(`UPDATE lane SET ${past('next_due_at')} WHERE project_id = $1`, values);
  const columns = ['failing_since', 'last_failure_at', 'last_success_at'].map(past).join();
  await db.pool.query(`UPDATE destination SET ${columns} WHERE project_id = $1`, values);
}
