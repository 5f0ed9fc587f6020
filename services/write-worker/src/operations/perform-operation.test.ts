import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LiveConnections } from '@writ/installation';
import type { ClaimedOperation } from '@writ/operation';
import { aClaimedOperation } from '@writ/operation/testing';
import type { Providers } from '@writ/providers';
import { startSandboxCrm, type SandboxCrm } from '@writ/sandbox-crm';
import { createAppLogger } from '@writ/service-kit';
import type { PlannedRecord } from '@writ/write-core';
import { installationOf } from '../testing/installation-of.ts';
import { sandboxProviders } from '../testing/sandbox-providers.ts';
import { unpaced } from '../testing/unpaced.ts';
import { createPerformOperation } from './perform-operation.ts';

let sandbox: SandboxCrm;
let providers: Providers;
beforeAll(async () => {
  sandbox = await startSandboxCrm({ port: 0 });
  providers = sandboxProviders(sandbox);
});
afterAll(async () => {
  await providers.close();
  await sandbox.close();
});

const connection = {
  id: 'c',
  projectId: 'p',
  provider: 'hubspot',
  account: 'acme',
  accessToken: 'sandbox-hubspot-acme',
  refreshDue: false,
  expired: false,
  sealed: '',
  status: 'working' as const,
};
const anUpdate = (...records: PlannedRecord[]): ClaimedOperation =>
  aClaimedOperation({
    type: 'update',
    // Written records are not claimed again, so places are not indexes.
    pending: records.map((planned, at) => ({ index: at + 5, planned, inDoubt: false, forwardHeaders: [] })),
  });
const usable = () => Promise.resolve({ kind: 'usable', connection } as const);
const perform = (
  operation: ClaimedOperation,
  use: LiveConnections['use'] = usable,
  remainingMs = () => 15_000,
) =>
  createPerformOperation({
    providers,
    connections: {
      use,
      renew: () => Promise.resolve(undefined),
    },
    findInstallation: installationOf(operation),
    governor: unpaced,
    random: () => 0,
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
  })(operation, { remainingMs, heldMs: () => 0, signal: new AbortController().signal });

async function aContact(fields: Record<string, string>): Promise<string> {
  const adapter = providers.adapterFor('hubspot');
  const call = { connection, objectName: 'contacts', readBack: false, timeoutMs: 60_000 };
  const signal = new AbortController().signal;
  const created = await adapter?.create({ ...call, signal }, { fields });
  const id = created?.kind === 'written' ? created.recordId : undefined;
  if (id === undefined) throw new Error('the sandbox refused a contact');
  return id;
}
const cityOf = (id: string) =>
  sandbox.records('hubspot', 'acme', 'contacts').find((record) => record.id === id)?.fields['city'];

test('fields that have a value are kept, the record counts as written, and the log names them', async () => {
  const [full, empty] = [await aContact({ city: 'Ulm' }), await aContact({})];
  const records = [full, empty].map((id) => ({ id, fields: { city: 'Bonn' }, ifEmpty: ['city'] }));
  const { judgement, notes } = await perform(anUpdate(...records));
  expect(judgement).toMatchObject({
    records: [
      { status: 'written', recordId: full },
      { status: 'written', recordId: empty },
    ],
    next: { do: 'end', status: 'success', result: 'Batch write completed (2 succeeded, 0 failed)' },
  });
  expect(notes).toMatchObject([{ details: { note: 'kept', fields: [{ field: 'city', records: [5] }] } }]);
  expect([cityOf(full), cityOf(empty)]).toEqual(['Ulm', 'Bonn']);
});

test('what the adapter warns of a record that is written stands in the log, as in the answer of a synchronous write', async () => {
  sandbox.setFault({ provider: 'hubspot', then: 'truncate' });
  const planned = { fields: { city: 'Ulm' } };
  const pending = [{ index: 0, planned, inDoubt: false, forwardHeaders: [] }];
  const { judgement, notes } = await perform(aClaimedOperation({ type: 'create', form: 'single', pending }));
  expect(judgement).toMatchObject({ records: [{ status: 'written' }] });
  expect(notes).toEqual([
    {
      severity: 'WARNING',
      msg: 'HubSpot created the record but did not show it.',
      details: { note: 'written' },
    },
  ]);
});

test('a value that HubSpot does not keep is told of the record that it belongs to', async () => {
  const [customer, lead] = [
    await aContact({ lifecyclestage: 'customer' }),
    await aContact({ lifecyclestage: 'lead' }),
  ];
  const records = [customer, lead].map((id) => ({ id, fields: { lifecyclestage: 'lead' } }));
  const { judgement, notes } = await perform(anUpdate(...records));
  expect(judgement).toMatchObject({ succeeded: 2, next: { status: 'success' } });
  const msg = expect.stringContaining('`lifecyclestage` is "customer", not "lead"');
  expect(notes).toEqual([{ severity: 'WARNING', msg, details: { note: 'written', records: [5] } }]);
});

test.each([
  ['RATE_LIMITS', 'rate-limited', false],
  ['LOCKED', 'locked', false],
  ['INTERNAL_ERROR', 'unavailable', true],
])('%s of one record of a batch: that record is tried again', async (code, kind, inDoubt) => {
  const match = { record: { city: 'Bonn' } };
  sandbox.setFault({ provider: 'hubspot', match, then: { item: { code, message: 'not now' } } });
  const pending = ['Ulm', 'Bonn'].map((city, index) => ({
    index,
    planned: { fields: { city } },
    inDoubt: false,
    forwardHeaders: [],
  }));
  const { judgement } = await perform(aClaimedOperation({ type: 'create', pending }));
  expect(judgement).toMatchObject({
    // Doubtful creates are looked for first.
    records: [{ status: 'written' }, { status: 'pending', ambiguous: inDoubt, faults: [{ kind }] }],
    next: { do: 'retry' },
  });
});

const orders = Array.from({ length: 12 }, (_, at) => ({
  resultOrder: 7 * at + 3,
  traceResults: at % 2 === 0,
}));

test.each(orders)('each caller of an auto batch is told the id of its own record: %j', async (settings) => {
  sandbox.settings('hubspot', 'acme', { ...settings, quota: null });
  const cities = ['Ulm', 'Bonn', 'Kiel', 'Jena', 'Hof', 'Trier'];
  const pending = cities.map((city, index) => ({
    index,
    planned: { fields: index === 2 ? { email: 'no address' } : { city } },
    inDoubt: false,
    forwardHeaders: index < 4 ? [] : [{ key: 'x-caller', value: 'other' }],
  }));
  const { judgement } = await perform(aClaimedOperation({ type: 'create', form: 'batch', pending }));
  sandbox.settings('hubspot', 'acme', { resultOrder: null, traceResults: true });
  expect(judgement).toMatchObject({ succeeded: 5, failed: 1 });
  const told = judgement.records.map((one) => one.status === 'written' && cityOf(one.recordId ?? ''));
  expect(told).toEqual(cities.map((city, at) => at !== 2 && city));
});

test('an attempt whose read fails is tried again, and reads again', async () => {
  const id = await aContact({});
  sandbox.setFault({ provider: 'hubspot', match: { path: '/batch/read' }, then: { status: 503 } });
  const operation = anUpdate({ id, fields: { city: 'Bonn' }, ifEmpty: ['city'] });
  const first = await perform(operation);
  expect(first.judgement).toMatchObject({
    records: [{ status: 'pending', faults: [{ sent: 'notSent' }] }],
    next: { do: 'retry' },
  });
  expect(cityOf(id)).toBeUndefined();
  const second = await perform({ ...operation, attempt: 2 });
  expect(second.judgement.next).toMatchObject({ do: 'end', status: 'success' });
  expect(second.notes).toEqual([]);
  expect(cityOf(id)).toBe('Bonn');
});

test('a batch that holds back a later update of a record tells what the provider said of the earlier one', async () => {
  const id = await aContact({});
  const down = { status: 503, body: { status: 'error', message: 'down for repairs' } };
  sandbox.setFault({ provider: 'hubspot', match: { path: '/batch/update' }, then: down });
  const cities = ['Bonn', 'Ulm'].map((city) => ({ id, fields: { city } }));
  const { judgement } = await perform(anUpdate(...cities));
  expect(judgement).toMatchObject({
    records: [{ status: 'pending' }, { status: 'pending', faults: [{ code: 'HELD_BACK' }] }],
    lastFault: { kind: 'unavailable', message: 'down for repairs', status: 503 },
    next: { do: 'retry' },
  });
});

test('what is overdue after an attempt that was cut off says that it may have been written', async () => {
  const first = { msSinceFirstAttempt: 60_000, lastFault: 'locked' };
  const overdue = { ...anUpdate({ id: '5', fields: {} }), ...first, msToDeadline: -1 };
  const resultOf = async (operation: ClaimedOperation) => (await perform(operation)).judgement.next;
  expect(await resultOf({ ...overdue, outcomeUnknown: true })).toMatchObject({
    result:
      '[contacts] Retry deadline of 1 h passed: its last attempt was cut off; it may have written, or not',
  });
  expect(await resultOf(overdue)).toMatchObject({
    result: '[contacts] Retry deadline of 1 h passed: locked',
  });
  const { isNoAttempt, log } = await perform(overdue);
  expect([isNoAttempt, log]).toEqual([
    true,
    {
      severity: 'ERROR',
      msg: 'The deadline passed; the write has ended',
      error: 'locked',
      details: {},
    },
  ]);
  const told = {
    ...overdue,
    pending: overdue.pending.map((one) => ({ ...one, errors: [{ message: 'busy' }] })),
  };
  const faultsOf = async (operation: ClaimedOperation) => (await perform(operation)).judgement.records;
  expect(await faultsOf(told)).toMatchObject([{ faults: [{ message: 'busy' }] }]);
  expect(await faultsOf({ ...told, outcomeUnknown: true })).toMatchObject([
    {
      faults: [{ message: 'busy' }, { message: 'its last attempt was cut off; it may have written, or not' }],
    },
  ]);
});

test('what fails before the first call leaves no doubt: nothing was sent', async () => {
  const create = { ...anUpdate({ fields: { city: 'Bonn' } }), type: 'create' } as const;
  const away = () => Promise.reject(new Error('the database is away'));
  expect((await perform(create, away)).judgement).toMatchObject({
    records: [{ status: 'pending', ambiguous: false, faults: [{ sent: 'notSent' }] }],
    next: { do: 'retry' },
  });
});

test('a write whose lease runs out while its request waits for a connection is not sent', async () => {
  const create = { ...anUpdate({ fields: { city: 'Kiel' } }), type: 'create' } as const;
  // Read before the call, and once more with a connection.
  const left = [15_000].values();
  const { judgement } = await perform(create, usable, () => left.next().value ?? 0);
  expect(judgement).toMatchObject({
    records: [{ status: 'pending', ambiguous: false, faults: [{ sent: 'notSent' }] }],
    next: { do: 'retry' },
  });
  const cities = sandbox.records('hubspot', 'acme', 'contacts').map(({ fields }) => fields['city']);
  expect(cities).not.toContain('Kiel');
});
