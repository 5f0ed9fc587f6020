import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Lane, Page, Problem } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';

const closing = createClosing();
let writ: RunningWrit;
let integration: string;

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { DATABASE_URL: database.url });
  closing.add(writ.process, (running) => running.close());
  integration = `/integrations/${writ.demo.integrations.hubspot}`;
});
afterAll(() => closing.close());

/** Installs the demo's integration for a new group; returns the tests' verbs. */
async function install(groupRef: string, content: object) {
  const { manage, call, objectUrl } = writ.caller;
  const connection = { provider: 'hubspot', groupRef, apiKey: `sandbox-hubspot-${groupRef}` };
  expect((await manage('POST', '/connections:generate', connection)).status).toBe(201);
  const { body } = await manage('POST', `${integration}/installations`, { groupRef, config: { content } });
  const create = { groupRef, type: 'create', record: { hubspot_owner_id: '1' } };
  const address = `${integration}/installations/${body.id}`;
  return {
    /** Without a value, removes the subtree. */
    set: (path: string, value: object = {}) =>
      manage('PATCH', address, { updateMask: [path], installation: { config: { content: value } } }),
    writeLater: (objectName: string) =>
      call<{ operationId: string }>('POST', objectUrl('hubspot', objectName), {
        json: { ...create, mode: 'asynchronous' },
      }),
    write: (objectName: string) => call<Problem>('POST', objectUrl('hubspot', objectName), { json: create }),
  };
}

const contactsOnly = { write: { objects: { contacts: { objectName: 'contacts' } } } };

test('an object that the config of a new installation lacks is refused with the request that adds it', async () => {
  const { write } = await install('first', contactsOnly);
  expect(await write('contacts')).toMatchObject({ status: 200 });
  const refused = await write('companies');
  expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('`companies`') } });
  const { path, body } =
    /`PATCH (?<path>\S+)`.*`(?<body>\{.*\})`/.exec(refused.body.remedy ?? '')?.groups ?? {};
  const url = new URL(path ?? '', writ.demo.managementUrl).href;
  expect(await writ.caller.call('PATCH', url, { text: body ?? '' })).toMatchObject({ status: 200 });
  expect(await write('companies')).toMatchObject({ status: 200 });
  expect(await write('deals')).toMatchObject({ status: 403 });
});

test('an object that is removed from the config is refused from the next request on, one that is added back is not', async () => {
  const both = { objects: { contacts: {}, companies: {} } };
  const { write, set } = await install('second', { write: both });
  expect(await set('config.content.write.objects.companies')).toMatchObject({ status: 200 });
  expect(await write('companies')).toMatchObject({ status: 403 });
  expect(await write('contacts')).toMatchObject({ status: 200 });
  expect(await set('config.content.write.objects', { write: both })).toMatchObject({ status: 200 });
  expect(await write('companies')).toMatchObject({ status: 200 });
  expect(await set('config.content.write.objects')).toMatchObject({ status: 200 });
  expect(await write('contacts')).toMatchObject({ status: 403 });
});

test.each(['by JSON Patch', 'by a mask'])(
  'the first change of one object, %s, leaves the others that the manifest allows switched on',
  async (how) => {
    const groupRef = `third-${how.length}`;
    const { write, set } = await install(groupRef, {});
    const deletionSettings = { enabled: true };
    const changes = [{ op: 'add', path: '/deletionSettings', value: deletionSettings }];
    const changed =
      how === 'by a mask'
        ? await set('config.content.write.objects.contacts.deletionSettings', {
            write: { objects: { contacts: { deletionSettings } } },
          })
        : await writ.caller.manage('PATCH', `${integration}/objects/contacts/config-content`, {
            groupRef,
            action: 'write',
            changes,
          });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        config: {
          content: {
            write: {
              objects: {
                contacts: { objectName: 'contacts', deletionSettings },
                companies: { objectName: 'companies' },
              },
            },
          },
        },
      },
    });
    expect(await write('companies')).toMatchObject({ status: 200 });
    expect(await set('config.content.write.objects.companies')).toMatchObject({ status: 200 });
    expect(await write('companies')).toMatchObject({ status: 403 });
    expect(await write('contacts')).toMatchObject({ status: 200 });
  },
);

test('an object is switched off in a config without a `write` section; one that is set whole means what it says', async () => {
  const { write, set } = await install('fifth', {});
  expect(await set('config.content.write.objects.companies')).toMatchObject({ status: 200 });
  expect(await write('companies')).toMatchObject({ status: 403 });
  expect(await write('contacts')).toMatchObject({ status: 200 });
  const whole = await install('sixth', {});
  expect(await whole.set('config.content.write.objects', contactsOnly)).toMatchObject({ status: 200 });
  expect(await whole.write('contacts')).toMatchObject({ status: 200 });
  expect(await whole.write('companies')).toMatchObject({ status: 403 });
});

test('what was accepted before its object was switched off is written, and tried again, as it was planned', async () => {
  const { manage, endOf } = writ.caller;
  const { writeLater, set } = await install('fourth', contactsOnly);
  await endOf((await writeLater('contacts')).body.operationId);
  const { body: lanes } = await manage<Page<Lane>>('GET', '/lanes?kind=provider');
  const lane = `/lanes/${lanes.results[0]?.id}`;
  expect((await manage('POST', `${lane}:pause`)).status).toBe(200);
  const [waiting, ended] = [await writeLater('contacts'), await writeLater('contacts')];
  expect((await manage('POST', `/operations/${ended.body.operationId}:cancel`)).status).toBe(200);
  await set('config.content.write.objects');
  expect(await writeLater('contacts')).toMatchObject({ status: 403 });
  const again = await manage<{ operationId: string }>('POST', `/operations/${ended.body.operationId}:retry`);
  expect(again.status).toBe(200);
  expect((await manage('POST', `${lane}:resume`)).status).toBe(200);
  expect(await endOf(waiting.body.operationId)).toMatchObject({ status: 'success' });
  expect(await endOf(again.body.operationId)).toMatchObject({ status: 'success' });
});
