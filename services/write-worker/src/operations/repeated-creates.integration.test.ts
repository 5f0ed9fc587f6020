import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import {
  claimOperations,
  findOperation,
  listAttempts,
  listRecords,
  type ClaimedOperation,
  type NewOperation,
} from '@writ/operation';
import { acceptOperations, anOperation, keepDoubts, viewOperation } from '@writ/operation/testing';
import { createAppLogger } from '@writ/service-kit';
import type { JsonObject } from '@writ/write-core';
import { installationOf } from '../testing/installation-of.ts';
import { sandboxConnection } from '../testing/sandbox-connection.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';
import { unpaced } from '../testing/unpaced.ts';
import { createPerformOperation } from './perform-operation.ts';
import { createSettleAttempts } from './settle-attempts.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

let ground: Ground;
let database: Ground['database'];
let sandbox: Ground['sandbox'];
let providers: Ground['providers'];
beforeAll(async () => {
  ground = await startGround();
  ({ database, sandbox, providers } = ground);
});
afterAll(() => ground.close());
beforeEach(() => sandbox.clearFaults());

type Provider = 'hubspot' | 'salesforce';
const objects = { hubspot: 'contacts', salesforce: 'Contact' } as const;

/** With a unique key, if given. */
const fieldsOf = (provider: Provider, name: string, key?: string): JsonObject =>
  provider === 'hubspot'
    ? { lastname: name, ...(key !== undefined && { email: `${key}@x.example` }) }
    : { LastName: name, ...(key !== undefined && { External_Id__c: key }) };

/** An accepted create in an own account, and its worker. */
async function accepted(
  provider: Provider,
  records: readonly JsonObject[],
  more: Partial<NewOperation> = {},
) {
  const [projectId, account, id] = [newId(), newId(), newId()];
  const objectName = objects[provider];
  const operation = anOperation({
    projectId,
    provider,
    account,
    objectName,
    id,
    records: records.map((fields) => ({ fields })),
    ...more,
  });
  await acceptOperations(database.pool, [operation]);
  const connection = sandboxConnection(sandbox, { id: 'c', projectId, provider, account });
  const findInstallation = installationOf(operation);
  const perform = createPerformOperation({
    providers,
    connections: {
      use: () => Promise.resolve({ kind: 'usable', connection }),
      renew: () => Promise.resolve(undefined),
    },
    findInstallation,
    governor: unpaced,
    random: () => 0,
    logger,
  });
  const settle = createSettleAttempts({
    pool: database.pool,
    managementUrl: 'http://management.test/v1',
    findInstallation,
    onEnded: () => undefined,
    pokeRelay: () => undefined,
    logger,
  });
  const claim = async (leaseMs = 15_000): Promise<ClaimedOperation> => {
    // A requested wait is over.
    await database.pool.query(
      'UPDATE operation SET due_at = clock_timestamp() WHERE id = $1 AND NOT claimed',
      [id],
    );
    const [claimed] = await claimOperations(database.pool, [{ laneId: operation.laneId, limit: 1 }], leaseMs);
    if (!claimed) throw new Error('nothing was due');
    return claimed;
  };
  const lease = (remainingMs: number) => ({
    remainingMs: () => remainingMs,
    heldMs: () => 0,
    signal: new AbortController().signal,
  });
  return {
    /** To its settlement. */
    attempt: async (remainingMs = 15_000) => {
      const settlement = await perform(await claim(), lease(remainingMs));
      await settle([settlement]);
      return settlement.log;
    },
    /** The worker dies before it sends, or after it has sent everything. */
    attemptOfTheDying: async (dies: 'before it sends' | 'after it has sent') => {
      const claimed = await claim(0);
      if (dies === 'after it has sent') await perform(claimed, lease(15_000));
    },
    trouble: (
      then: Parameters<Ground['sandbox']['setFault']>[0]['then'],
      method = 'POST',
      path: string = objectName,
    ) => void sandbox.setFault({ provider, account, match: { method, path }, then }),
    /** Another client creates a record. */
    elsewhere: async (fields: JsonObject) => {
      const call = { connection, objectName, readBack: false, timeoutMs: 60_000 };
      const signal = new AbortController().signal;
      return providers.adapterFor(provider)?.create({ ...call, signal }, { fields });
    },
    /** As a retry of an operation with an unknown outcome. */
    isInDoubt: () => keepDoubts(database.prisma, [{ projectId, before: id, after: id, index: 0 }]),
    beganLater: (ms: number) =>
      database.pool.query(
        "UPDATE operation SET first_attempt_at = first_attempt_at + $2 * interval '1 ms' WHERE id = $1",
        [id, ms],
      ),
    operation: () => findOperation(database.prisma, projectId, id),
    attempts: async () => {
      const view = await viewOperation(database.prisma, projectId, id);
      return view && listAttempts(database.prisma, view, { limit: 100, after: 0 });
    },
    records: async () =>
      (
        await listRecords(
          database.prisma,
          { projectId, id, writtenId: null, writtenNew: null },
          { limit: 100, afterIndex: -1 },
        )
      ).map(({ status, recordId, ambiguous }) => ({ status, recordId, ambiguous })),
    held: () => sandbox.records(provider, account, objectName).map((record) => record.id),
    calls: () =>
      sandbox.journal({ account }).map(({ method, path }) => `${method} ${path.split('/').at(-1) ?? ''}`),
  };
}

describe.each(['hubspot', 'salesforce'] as const)('%s', (provider) => {
  const keyed = (key = newId()) => fieldsOf(provider, 'Lovelace', key);
  const keyless = () => fieldsOf(provider, 'Lovelace');
  const lookUp = provider === 'hubspot' ? (['POST', 'batch/read'] as const) : (['GET', 'query'] as const);
  const nothing = provider === 'hubspot' ? { results: [] } : { done: true, records: [] };

  test('a create with something unique whose answer was lost is found again, and is not ambiguous', async () => {
    const create = await accepted(provider, [keyed()]);
    create.trouble('commit-then-reset');
    await create.attempt();
    expect(await create.operation()).toMatchObject({ status: 'in_progress', ambiguous: true });
    expect((await create.attempt())?.details).toMatchObject({ found: 1 });
    const [recordId] = create.held();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false });
    expect(await create.records()).toEqual([{ status: 'written', recordId, ambiguous: false }]);
  });

  test.each([
    ['a page under a 503', { status: 503, body: '<html><body>Down for maintenance</body></html>' }],
    ['a 503 of the CRM', { status: 503, body: { errorCode: 'SERVER_UNAVAILABLE', message: 'Too busy' } }],
    ['a page under a 403', { status: 403, body: '<html><body>Forbidden</body></html>' }],
    ['a batch without results', { status: 200, body: { status: 'COMPLETE', results: [] } }],
  ])('what was created and answered by %s is there once, or ambiguous', async (_, answer) => {
    const then = { ...answer, commit: true };
    const batch = await accepted(provider, [keyed(), keyless()]);
    batch.trouble(then, 'POST', '');
    await batch.attempt();
    expect(await batch.operation()).toMatchObject({ status: 'in_progress', ambiguous: true });
    await batch.attempt();
    const [recordId, , again] = batch.held();
    expect(batch.held()).toHaveLength(3);
    expect(await batch.records()).toEqual([
      { status: 'written', recordId, ambiguous: false },
      { status: 'written', recordId: again, ambiguous: true },
    ]);

    const single = await accepted(provider, [keyed()], { form: 'single' });
    single.trouble(then);
    await single.attempt();
    expect((await single.attempt())?.details).toMatchObject({ found: 1 });
    expect(single.held()).toHaveLength(1);
    expect(await single.operation()).toMatchObject({ status: 'success', ambiguous: false });
  });

  test('one that an operation before this one may have made is found by its first attempt, and is not ambiguous', async () => {
    const fields = keyed();
    const create = await accepted(provider, [fields]);
    await create.isInDoubt();
    await create.elsewhere(fields);
    expect((await create.attempt())?.details).toMatchObject({ found: 1 });
    const [recordId] = create.held();
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false });
    expect(await create.records()).toEqual([{ status: 'written', recordId, ambiguous: false }]);
  });

  test('one that never reached the provider is sent again after a look, and is not ambiguous', async () => {
    const create = await accepted(provider, [keyed()]);
    create.trouble('reset');
    await create.attempt();
    await create.attempt();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false });
  });

  test('one without anything unique is sent again, and is ambiguous', async () => {
    const create = await accepted(provider, [keyless()]);
    create.trouble('commit-then-reset');
    await create.attempt();
    await create.attempt();
    expect(create.held()).toHaveLength(2);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: true });
    expect(await create.records()).toMatchObject([{ status: 'written', ambiguous: true }]);
  });

  test.each(['before it sends', 'after it has sent'] as const)(
    'what a worker began that died %s is there once',
    async (dies) => {
      const create = await accepted(provider, [keyed()]);
      await create.attemptOfTheDying(dies);
      await create.attempt();
      expect(create.held()).toHaveLength(1);
      expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false, attempt: 2 });
    },
  );

  test('of a batch whose answer was lost each record is there once, and one that shows nothing unique twice', async () => {
    const create = await accepted(provider, [keyed(), keyless(), keyed()]);
    create.trouble('commit-then-reset', 'POST', '');
    await create.attempt();
    expect(create.held()).toHaveLength(3);
    const before = create.calls().length;
    await create.attempt();
    // Metadata, one search for all, and one that could not be searched.
    expect(create.calls().length - before).toBeLessThanOrEqual(3);
    const [one, , three, again] = create.held();
    expect(await create.records()).toEqual([
      { status: 'written', recordId: one, ambiguous: false },
      { status: 'written', recordId: again, ambiguous: true },
      { status: 'written', recordId: three, ambiguous: false },
    ]);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: true });
  });

  test('of an all-or-none batch that was written nothing is sent again, though not every id can be found', async () => {
    const create = await accepted(provider, [keyed(), keyless()], { allOrNone: true });
    create.trouble('commit-then-reset', 'POST', '');
    await create.attempt();
    await create.attempt();
    expect(create.held()).toHaveLength(2);
    const [recordId] = create.held();
    expect(await create.records()).toEqual([
      { status: 'written', recordId, ambiguous: false },
      { status: 'written', recordId: null, ambiguous: false },
    ]);
    expect(await create.operation()).toMatchObject({ status: 'success', succeeded: 2, failed: 0 });
  });

  test('a record that was there before the first attempt is not ours: the conflict stays a failure', async () => {
    const fields = keyed();
    const create = await accepted(provider, [fields]);
    await create.elsewhere(fields);
    create.trouble('reset');
    await create.attempt();
    await create.beganLater(60_000);
    await create.attempt();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'failure', ambiguous: false });
    expect((await create.operation())?.result).toMatch(/already exists|duplicate value/i);
  });

  test('a conflict answered to the repeat is settled by another look', async () => {
    const create = await accepted(provider, [keyed()]);
    create.trouble('commit-then-reset');
    await create.attempt();
    // As if the first call arrived only now.
    create.trouble({ status: 200, body: nothing }, ...lookUp);
    await create.attempt();
    const [recordId] = create.held();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false });
    expect(await create.records()).toEqual([{ status: 'written', recordId, ambiguous: false }]);
  });

  test('of two creates with the same key whose call was lost one is made, and the other one fails, whenever it is settled', async () => {
    const key = newId();
    const failed = { status: 'failed', recordId: null, ambiguous: false };
    const twins = async () => {
      const create = await accepted(provider, [keyed(key), keyed(key)]);
      create.trouble('reset', 'POST', '');
      await create.attempt();
      return create;
    };
    const atOnce = await twins();
    await atOnce.attempt();
    const [recordId] = atOnce.held();
    expect(atOnce.held()).toHaveLength(1);
    expect(await atOnce.records()).toEqual([{ status: 'written', recordId, ambiguous: false }, failed]);

    const later = await twins();
    // The search that would settle the conflict gets no answer.
    const toLook = provider === 'hubspot' ? 'POST' : 'GET';
    later.trouble({ status: 200, body: nothing }, ...lookUp);
    later.trouble({ status: 503, body: '' }, toLook, lookUp[1]);
    await later.attempt();
    expect(await later.records()).toMatchObject([
      { status: 'written' },
      { status: 'pending', ambiguous: true },
    ]);
    await later.attempt();
    const [id] = later.held();
    expect(later.held()).toHaveLength(1);
    expect(await later.records()).toEqual([{ status: 'written', recordId: id, ambiguous: false }, failed]);
  });

  test('a look that fails is made again later; until then nothing is sent', async () => {
    const create = await accepted(provider, [keyed()]);
    create.trouble('commit-then-reset');
    await create.attempt();
    create.trouble({ status: 503, body: '' }, ...lookUp);
    await create.attempt();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'in_progress', ambiguous: true });
    await create.attempt();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false, attempt: 3 });
  });

  test('an attempt whose lease runs out before it sends leaves no doubt', async () => {
    const create = await accepted(provider, [keyless()]);
    await create.attempt(1_000);
    expect(create.calls()).toEqual([]);
    expect(await create.operation()).toMatchObject({ status: 'in_progress', ambiguous: false });
    await create.attempt();
    expect(create.held()).toHaveLength(1);
    expect(await create.operation()).toMatchObject({ status: 'success', ambiguous: false });
  });
});

test('an update that fails by a condition after its own lost answer is ambiguous, and says so', async () => {
  const update = await accepted('salesforce', [], {
    type: 'update',
    records: [{ id: '003000000000001AAA', fields: { LastName: 'Lovelace' } }],
    forwardHeaders: [{ key: 'If-Unmodified-Since', value: 'Wed, 21 Oct 2015 07:28:00 GMT' }],
  });
  update.trouble({ status: 502, body: '' }, 'PATCH');
  await update.attempt();
  expect(await update.operation()).toMatchObject({ status: 'in_progress', ambiguous: false });
  update.trouble({ status: 412, body: [{ errorCode: 'PRECONDITION_FAILED', message: 'Changed' }] }, 'PATCH');
  await update.attempt();
  expect(await update.operation()).toMatchObject({ status: 'failure', fault: 'conflict', ambiguous: true });
  expect((await update.operation())?.result).toContain('Changed (an earlier attempt');
  expect(await update.records()).toMatchObject([{ status: 'failed', ambiguous: true }]);
});

test('attempts tell which call they made, how it was answered, and by which name the provider knows it', async () => {
  const write = await accepted('hubspot', [fieldsOf('hubspot', 'Told')]);
  write.trouble({ status: 503, body: { message: 'Down' } });
  await write.attempt();
  sandbox.clearFaults();
  await write.attempt();
  const endpoint = expect.stringMatching(/^POST \/hubspot\/crm\/.*contacts/);
  expect(await write.attempts()).toMatchObject([
    { number: 1, outcome: 'retry', call: { endpoint, status: 503 }, fault: 'unavailable' },
    {
      number: 2,
      outcome: 'success',
      call: { endpoint, status: 201, correlationId: expect.any(String) },
      written: 1,
    },
  ]);
});
