import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConfigContent } from '@writ/contracts';
import { idOf } from '@writ/db';
import { claimOperations, findOperation, operationLog, toOperationViews } from '@writ/operation';
import { projects } from '@writ/tenancy';
import { testActor, testDatabase } from '@writ/test-kit';
import type { Answer } from './testing/send.ts';
import { startGateway } from './testing/start-gateway.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const content = {
  write: {
    objects: {
      contacts: {
        selectedFieldSettings: {
          phone: { writeOnUpdate: 'ifEmpty' },
          town: { writeOnCreate: 'never' },
          stage: { default: { stringValue: 'lead' } },
        },
        selectedValueDefaults: { company: { value: 'Acme', applyOnUpdate: 'never' } },
      },
    },
  },
  read: {
    objects: {
      contacts: { selectedFieldMappings: { phone: 'mobilephone', town: 'city', stage: 'lifecyclestage' } },
    },
  },
} as const;
const account = 'acme';
const contacts = { provider: 'hubspot', objectName: 'contacts', content, account } as const;
const installContacts = () => gateway.install({ ...contacts, inheritMapping: true });

const recordIdOf = ({ body }: Answer): string => (body['result'] as { recordId: string }).recordId;
const heldAs = (recordId: string) =>
  gateway.sandbox.records('hubspot', account, 'contacts').find(({ id }) => id === recordId)?.fields;
const logOf = async (projectId: string, { body }: Answer) => {
  const { prisma } = gateway.database;
  return operationLog(prisma, (await findOperation(prisma, projectId, String(body['operationId'])))!);
};
const warningsIn = async (projectId: string, { body }: Answer) => {
  const { prisma } = gateway.database;
  const row = (await findOperation(prisma, projectId, String(body['operationId'])))!;
  return (await toOperationViews(prisma, [row]))[0]?.warnings;
};
const callsSince = (seq: number) =>
  gateway.sandbox
    .journal()
    .filter((entry) => entry.seq > seq)
    .map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const lastSeq = () => gateway.sandbox.journal().at(-1)?.seq ?? 0;

test('a create is mapped, dropped from and filled up, and its log tells so', async () => {
  const { projectId, write } = await installContacts();
  const answer = await write({ type: 'create', record: { phone: '1', town: 'Ulm', firstname: 'Ada' } });
  expect(answer).toMatchObject({ status: 200, body: { result: { success: true } } });
  expect(heldAs(recordIdOf(answer))).toEqual({
    mobilephone: '1',
    firstname: 'Ada',
    lifecyclestage: 'lead',
    company: 'Acme',
  });
  expect(await logOf(projectId, answer)).toMatchObject([
    { severity: 'INFO', details: { fields: [{ field: 'town' }] } },
    { severity: 'INFO', details: { fields: [{ field: 'company' }, { field: 'stage' }] } },
  ]);
  expect(answer.body['warnings']).toEqual(await warningsIn(projectId, answer));
  expect(answer.body['warnings']).toMatchObject([
    expect.stringMatching(/settings of the installation say so: town$/),
    expect.stringMatching(/the default was used: company, stage$/),
  ]);
});

test('two fields that end at one are refused together with everything else that is wrong', async () => {
  const { write } = await installContacts();
  const answer = await write({
    type: 'update',
    batch: [{ record: { id: 'no number' } }, { record: { id: 'nor this', phone: '1', mobilephone: '2' } }],
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      issues: [
        { name: '/batch/0/record/id' },
        { name: '/batch/1/record/id' },
        { name: '/batch/1/record/phone', value: '1' },
      ],
    },
  });
});

test('a field with a value is kept: the record is answered as it is, and nothing is written', async () => {
  const { projectId, write } = await installContacts();
  const id = recordIdOf(await write({ type: 'create', record: { phone: '1', stage: 'lead' } }));
  const first = lastSeq();
  const partly = await write({ type: 'update', record: { id, phone: '2', stage: 'customer' } });
  expect(heldAs(id)).toMatchObject({ mobilephone: '1', lifecyclestage: 'customer' });
  expect(callsSince(first)).toHaveLength(2);
  expect(await logOf(projectId, partly)).toMatchObject([{ details: { fields: [{ field: 'phone' }] } }]);
});

test('a default that is for empty fields alone is told as that, and what is kept by its name in requests', async () => {
  const settings = { phone: { writeOnUpdate: 'ifEmpty', default: { stringValue: '0' } } } as const;
  const { projectId, write } = await gateway.install({
    ...contacts,
    content: { ...content, write: { objects: { contacts: { selectedFieldSettings: settings } } } },
    inheritMapping: true,
  });
  const id = recordIdOf(await write({ type: 'create', record: { phone: '1' } }));
  const warnings = [
    'Missing from the request, so the default is written where the record has no value yet: phone',
    'Not written, because the record has a value there already: phone',
  ];
  const kept = await write({ type: 'update', record: { id, firstname: 'Ada' } });
  expect(kept.body['warnings']).toEqual(warnings);
  expect(await warningsIn(projectId, kept)).toEqual(warnings);
  expect(heldAs(id)).toEqual({ mobilephone: '1', firstname: 'Ada' });
  const empty = recordIdOf(await write({ type: 'create', record: { phone: null } }));
  const filled = await write({ type: 'update', record: { id: empty, firstname: 'Eve' } });
  expect(heldAs(empty)).toEqual({ mobilephone: '0', firstname: 'Eve' });
  expect(filled.body['warnings']).toEqual(warnings.slice(0, 1));
});

test('an update of which nothing is left succeeds with one read and no write', async () => {
  const kept = {
    write: {
      objects: {
        contacts: {
          selectedFieldSettings: { phone: content.write.objects.contacts.selectedFieldSettings.phone },
        },
      },
    },
  };
  const { projectId, write } = await gateway.install({ ...contacts, content: kept });
  const id = recordIdOf(await write({ type: 'create', record: { phone: '1' } }));
  const before = lastSeq();
  const answer = await write({ type: 'update', record: { id, phone: '2' } });
  expect(answer).toMatchObject({
    status: 200,
    body: { result: { success: true, recordId: id, data: { id, properties: { phone: '1' } } } },
  });
  expect(callsSince(before)).toEqual([expect.stringMatching(/^POST .*\/contacts\/batch\/read$/)]);
  expect(await logOf(projectId, answer)).toHaveLength(1);

  const first = await write({
    type: 'update',
    batch: [{ record: { id, phone: '3' } }, { record: { id: '404', phone: '4' } }],
  });
  expect(first).toMatchObject({
    status: 200,
    body: {
      successCount: 1,
      failureCount: 1,
      results: [{ success: true, recordId: id }, { success: false }],
    },
  });
});

test('Salesforce takes names of fields in any capitals, and so do the settings', async () => {
  const { write } = await gateway.install({
    provider: 'salesforce',
    objectName: 'Contact',
    content: {
      write: {
        objects: {
          Contact: {
            selectedFieldSettings: {
              Phone: { writeOnUpdate: 'ifEmpty' },
              LeadSource: { default: { stringValue: 'API' } },
            },
          },
        },
      },
    },
    account,
  });
  const held = (recordId: string) =>
    gateway.sandbox.records('salesforce', account, 'Contact').find(({ id }) => id === recordId)?.fields;
  const created = await write({
    type: 'create',
    record: { LastName: 'Lovelace', phone: '1', leadsource: 'Web' },
  });
  const id = recordIdOf(created);
  expect(held(id)).toMatchObject({ Phone: '1', LeadSource: 'Web' });
  const kept = await write({
    type: 'update',
    record: { id, phone: '2', TITLE: 'Countess', leadSource: 'Web' },
  });
  expect(kept.body['warnings']).toEqual([expect.stringMatching(/has a value there already: phone$/)]);
  expect(held(id)).toMatchObject({ Phone: '1', Title: 'Countess' });
  expect(await write({ type: 'update', record: { id, Email: 'a@b.test', email: 'c@d.test' } })).toMatchObject(
    {
      status: 400,
      body: { issues: [{ in: 'body', name: '/record/email', value: 'c@d.test' }] },
    },
  );
});

test('an update whose fields are all dropped succeeds without a call, and so without the record', async () => {
  const dropping = {
    write: { objects: { contacts: { selectedFieldSettings: { phone: { writeOnUpdate: 'never' } } } } },
  } as const;
  const { write } = await gateway.install({ ...contacts, content: dropping });
  const id = recordIdOf(await write({ type: 'create', record: { phone: '1' } }));
  const before = lastSeq();
  const { status, body } = await write({ type: 'update', record: { id, phone: '2' } });
  expect({ status, result: body['result'] }).toEqual({
    status: 200,
    result: { success: true, recordId: id },
  });
  expect(body['warnings']).toEqual([expect.stringMatching(/phone$/)]);
  expect(callsSince(before)).toEqual([]);
});

test('a create without a field, or whose fields are all dropped, is refused, since it would make an empty record', async () => {
  const dropping = {
    write: { objects: { contacts: { selectedFieldSettings: { phone: { writeOnCreate: 'never' } } } } },
  } as const;
  const { write } = await gateway.install({ ...contacts, content: dropping });
  const before = lastSeq();
  expect(await write({ type: 'create', record: { phone: '1' } })).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'body', name: '/record', value: { phone: '1' } }] },
  });
  expect(await write({ type: 'create', mode: 'asynchronous', record: {} })).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'body', name: '/record', detail: expect.stringContaining('at least one') }] },
  });
  expect(callsSince(before)).toEqual([]);
});

test('a read that fails is answered as a write that was not sent', async () => {
  const { write } = await installContacts();
  const id = recordIdOf(await write({ type: 'create', record: { firstname: 'Ada' } }));
  const match = { path: '/batch/read' };
  gateway.sandbox.setFault({ provider: 'hubspot', match, then: { status: 503 } });
  const answer = await write({ type: 'update', record: { id, phone: '2' } });
  expect(answer).toMatchObject({ body: { retryable: true, context: { outcome: 'notSent' } } });
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(heldAs(id)).not.toHaveProperty('mobilephone');
});

test.each(['single', 'batch'])(
  'what the provider refuses of a default is told with the default: %s',
  async (form) => {
    const fields = { numemployees: { default: { integerValue: 5 } } };
    const settings = { write: { objects: { contacts: { selectedFieldSettings: fields } } } };
    const { projectId, write } = await gateway.install({ ...contacts, content: settings });
    const record = { email: 'ada@x.org' };
    const answer = await write({
      type: 'create',
      ...(form === 'single' ? { record } : { batch: [{ record }] }),
    });
    const warnings = ['Missing from the request, so the default was used: numemployees'];
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('numemployees'), warnings },
    });
    const { operationId } = answer.body['context'] as { operationId: string };
    expect(await warningsIn(projectId, { ...answer, body: { operationId } })).toEqual(warnings);
  },
);

test('fields that are not mapped are removed where an operator has it so, with a warning', async () => {
  const { projectId, write } = await gateway.install({
    ...contacts,
    inheritMapping: true,
    removeUnmapped: true,
  });
  const answer = await write({ type: 'create', record: { phone: '1', firstname: 'Ada' } });
  expect(heldAs(recordIdOf(answer))).toEqual({ mobilephone: '1', lifecyclestage: 'lead' });
  const warning = 'Removed, because the installation does not map it: firstname';
  expect(answer.body['warnings']).toEqual([warning, expect.stringMatching(/default was used: stage$/)]);
  expect((await logOf(projectId, answer))[0]).toMatchObject({ severity: 'WARNING', msg: warning });
});

test('a mapping that shall count and maps nothing is told in the log alone, of every write but a delete', async () => {
  const { write, projectId } = await gateway.install({
    ...contacts,
    content: { write: { objects: { contacts: { deletionSettings: { enabled: true } } } } },
    inheritMapping: true,
  });
  const warning = expect.stringMatching(/`inheritMapping`.* maps no field of the object$/);
  const answer = await write({ type: 'create', record: { phone: '1' } });
  expect(heldAs(recordIdOf(answer))).toEqual({ phone: '1' });
  const later = await write({ type: 'create', mode: 'asynchronous', record: { phone: '2' } });
  for (const logged of [answer, later]) {
    expect(await logOf(projectId, logged)).toMatchObject([{ severity: 'WARNING', msg: warning }]);
    expect(await warningsIn(projectId, logged)).toEqual([]);
  }
  const refused = await write({ type: 'create', record: { email: 'no address' } });
  expect(refused.status).toBe(422);
  const removed = await write({ type: 'delete', record: { id: recordIdOf(answer) } });
  for (const { body } of [answer, later, refused, removed]) expect(body).not.toHaveProperty('warnings');
  expect(await logOf(projectId, removed)).toEqual([]);
});

test('an accepted write is stored as it was planned, with its notes', async () => {
  const { projectId, write } = await installContacts();
  const answer = await write({
    type: 'update',
    mode: 'asynchronous',
    record: { id: '7', phone: '1', town: 'Ulm' },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ operationId: expect.any(String) });
  const laneId = idOf('provider', projectId, 'hubspot', account);
  expect(await claimOperations(gateway.database.pool, [{ laneId, limit: 10 }], 15_000)).toMatchObject([
    {
      id: answer.body['operationId'],
      pending: [
        {
          planned: {
            id: '7',
            fields: { mobilephone: '1', city: 'Ulm', lifecyclestage: 'lead' },
            ifEmpty: ['mobilephone'],
            ifEmptyNames: ['phone'],
          },
        },
      ],
    },
  ]);
  expect(await logOf(projectId, answer)).toMatchObject([{ details: { fields: [{ field: 'stage' }] } }]);
  expect(await warningsIn(projectId, answer)).toEqual([expect.stringMatching(/default was used: stage$/)]);
});

test('writes to Salesforce share calls by the setting of the project, unless the config of the object says no', async () => {
  const { pool, prisma, transaction } = gateway.database;
  const sharesIn = async (gathers: boolean, contactsConfig: { gather?: boolean }) => {
    const content: ConfigContent = { write: { objects: { Contact: contactsConfig } } };
    const installed = await gateway.install({ provider: 'salesforce', objectName: 'Contact', content });
    await projects({ prisma, transaction }).change(installed.projectId, { gather: gathers }, testActor);
    const accepted = { type: 'create', record: { LastName: 'Hill' }, mode: 'asynchronous' };
    expect(await installed.write(accepted)).toMatchObject({ status: 200 });
    const { rows } = await pool.query<{ together: number | null }>(
      'SELECT together FROM operation WHERE project_id = $1',
      [installed.projectId],
    );
    return rows[0]?.together;
  };
  expect(await sharesIn(false, {})).toBeNull();
  expect(await sharesIn(true, {})).toBe(200);
  expect(await sharesIn(true, { gather: false })).toBeNull();
});
