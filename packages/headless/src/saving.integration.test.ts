import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { WritConflict, WritNetworkError, WritProblem, type FieldDefault } from './index.ts';
import { newGroup, openPage, startServer, type Server } from './testing/start-clients.ts';

const closing = createClosing();
let server: Server;
beforeAll(async () => {
  server = await startServer(closing);
});
afterAll(() => closing.close());

const failure = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Pages of one group that has installed `contacts` and `companies`. */
async function installed(pages = 1) {
  const groupRef = await newGroup(server);
  const opened = Array.from({ length: pages + 1 }, () => openPage(server, groupRef));
  const [first, ...others] = opened.map((page) => ({ ...page, ...page.installation }));
  await first!.load();
  first!.config.writeObject('deals').setDisableWrite();
  await first!.save();
  for (const page of others) await page.load();
  for (const page of others) page.seen.length = 0;
  return others as [(typeof others)[0], (typeof others)[0]];
}

/** What the server has, told by another caller. */
async function stored(groupRef: string) {
  const { body } = await server.caller.manage<{ config: { id: string; content: object } }[]>(
    'GET',
    `/integrations/demo-hubspot/installations?groupRef=${groupRef}`,
  );
  return body[0]?.config;
}

test('who has not installed sees what the manifest decides, and installs what they chose', async () => {
  const groupRef = await newGroup(server);
  const { installation, seen } = openPage(server, groupRef, { names: { groupName: 'Globex' } });
  expect(installation.getSnapshot()).toMatchObject({ status: 'new', isLoaded: false });
  expect(() => installation.config.writeObject('contacts')).toThrow('Wait for `load()`');
  await installation.load();
  expect(installation.getSnapshot()).toMatchObject({
    status: 'ready',
    installation: undefined,
    connection: { status: 'working' },
    integration: { name: 'demo-hubspot' },
    isDirty: false,
  });
  const { config } = installation;
  const contacts = config.writeObject('contacts');
  contacts.setEnableDeletion();
  contacts.setInheritMapping(true);
  contacts.setFieldSettings({
    fieldName: 'email',
    settings: { writeOnUpdate: 'ifEmpty', default: { stringValue: 'nobody@example.com' } },
  });
  config.writeObject('deals').setDisableWrite();
  config.readObject('contacts').setFieldMapping({ mapToName: 'role', fieldName: 'jobtitle' });
  expect(config.validate()).toEqual([]);
  expect(config.isDirty).toBe(true);
  const saved = await installation.save();
  expect(saved).toMatchObject({
    group: { groupRef, groupName: 'Globex' },
    createdBy: `consumer:${groupRef}`,
  });
  expect((await stored(groupRef))?.content).toEqual({
    provider: 'hubspot',
    read: { objects: { contacts: { objectName: 'contacts', selectedFieldMappings: { role: 'jobtitle' } } } },
    write: {
      objects: {
        contacts: {
          objectName: 'contacts',
          inheritMapping: true,
          deletionSettings: { enabled: true },
          selectedFieldSettings: {
            email: { writeOnUpdate: 'ifEmpty', default: { stringValue: 'nobody@example.com' } },
          },
        },
        companies: { objectName: 'companies' },
      },
    },
  });
  expect(installation.getSnapshot()).toMatchObject({ isDirty: false, status: 'ready' });
  const sent = seen.length;
  await installation.save();
  expect(seen).toHaveLength(sent);
});

test('who changes nothing leaves it to the manifest, or begins from what the page gives', async () => {
  const groupRef = await newGroup(server);
  const { installation } = openPage(server, groupRef);
  await installation.save();
  expect((await stored(groupRef))?.content).toEqual({ provider: 'hubspot' });
  installation.config.writeObject('contacts').setEnableDeletion();
  installation.config.writeObject('contacts').setDisableDeletion();
  expect(installation.config.changes()).toEqual([]);
  installation.config.writeObject('deals').setDisableWrite();
  await installation.save();
  expect((await stored(groupRef))?.content).toMatchObject({
    write: { objects: { contacts: { objectName: 'contacts' }, companies: { objectName: 'companies' } } },
  });

  const other = await newGroup(server);
  const page = openPage(server, other, { names: { initial: { write: { objects: {} } } } });
  await page.installation.load();
  page.installation.config.writeObject('deals').setEnableWrite();
  page.installation.config.reset();
  page.installation.config.writeObject('contacts').setEnableWrite();
  await page.installation.save();
  expect((await stored(other))?.content).toMatchObject({
    write: { objects: { contacts: { objectName: 'contacts' } } },
  });
});

test('only what was changed is sent, for the config that is known, and undefined removes', async () => {
  const [page] = await installed();
  const contacts = page.config.writeObject('contacts');
  contacts.setFieldSettings({
    fieldName: 'a.b',
    settings: { writeOnCreate: 'never', writeOnUpdate: 'never' },
  });
  expect(page.config.changes().map(({ path }) => path)).toEqual([
    String.raw`write.objects.contacts.selectedFieldSettings.a\.b.writeOnCreate`,
    String.raw`write.objects.contacts.selectedFieldSettings.a\.b.writeOnUpdate`,
  ]);
  const known = page.getSnapshot().installation?.config.id;
  await page.save();
  const [request] = page.seen;
  expect([request?.method, request?.headers.get('if-match')]).toEqual(['PATCH', `"${known}"`]);
  expect(request?.body).toMatchObject({
    updateMask: page.config.changes().length === 0 && [expect.any(String), expect.any(String)],
  });
  contacts.setFieldSettings({ fieldName: 'a.b', settings: { writeOnCreate: undefined } });
  expect(contacts.getFieldSettings('a.b')).toEqual({ writeOnUpdate: 'never' });
  contacts.setFieldSettings({ fieldName: 'a.b', settings: { writeOnUpdate: undefined } });
  await page.save();
  expect((await stored(page.names.groupRef))?.content).toMatchObject({
    write: { objects: { contacts: { objectName: 'contacts' } } },
  });
});

test('what is undone leaves nothing behind', async () => {
  const [page] = await installed();
  const { config } = page;
  const before = page.getSnapshot().draft;
  const contacts = config.writeObject('contacts');
  contacts.setFieldSettings({ fieldName: 'email', settings: { writeOnUpdate: 'never' } });
  contacts.setFieldSettings({ fieldName: 'email', settings: { writeOnUpdate: undefined } });
  contacts.setEnableDeletion();
  contacts.setDisableDeletion();
  contacts.setDisableWrite();
  expect(contacts.entry).toBeUndefined();
  contacts.setEnableWrite();
  expect([config.isDirty, page.getSnapshot().draft]).toEqual([false, before]);
  contacts.setEnableDeletion();
  config.readObject('contacts').setFieldMapping({ mapToName: 'x', fieldName: 'y' });
  config.reset();
  expect([config.isDirty, page.getSnapshot().draft]).toEqual([false, before]);
});

test('an object that comes to a config takes the key of no other', async () => {
  const [page] = await installed();
  const others = { contacts: { objectName: 'deals' }, contacts_: { objectName: 'companies' } };
  page.config.setContent({ ...page.getSnapshot().draft, write: { objects: others } });
  page.config.writeObject('contacts').setEnableDeletion();
  await page.save();
  const contacts__ = { objectName: 'contacts', deletionSettings: { enabled: true } };
  expect(await stored(page.names.groupRef)).toMatchObject({
    content: { write: { objects: { ...others, contacts__ } } },
  });
});

test('an object that nobody may write is refused at once, as the server would', async () => {
  const [page] = await installed();
  let thrown: unknown;
  try {
    page.config.writeObject('cars');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(WritProblem);
  expect(thrown).toMatchObject({
    status: 400,
    issues: [{ in: 'body', name: '/installation/config/content/write/objects/cars', value: 'cars' }],
  });
  page.config.setContent({ write: { objects: { cars: {} } } });
  const [told] = page.config.validate();
  const refused = await failure(page.save());
  expect((refused as WritProblem).issues[0]?.name).toBe(told?.name);
  expect(page.getSnapshot().errors.at('cars')).toHaveLength(1);
});

test('changes of two clients in different places come together, both ways', async () => {
  const [one, two] = await installed(2);
  one.config.writeObject('contacts').setEnableDeletion();
  two.config
    .writeObject('contacts')
    .setFieldSettings({ fieldName: 'email', settings: { writeOnUpdate: 'never' } });
  await one.save();
  await two.save();
  expect(two.seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
  const both = {
    write: {
      objects: {
        contacts: {
          deletionSettings: { enabled: true },
          selectedFieldSettings: { email: { writeOnUpdate: 'never' } },
        },
      },
    },
  };
  expect(await stored(one.names.groupRef)).toMatchObject({ content: both });
  await one.load();
  expect(one.getSnapshot()).toMatchObject({ draft: both, isDirty: false });
});

test('the same place is a conflict that shows both values; nothing is saved until it is resolved', async () => {
  const [one, two] = await installed(2);
  const settings = (writeOnUpdate: 'never' | 'ifEmpty') => ({
    fieldName: 'email',
    settings: { writeOnUpdate },
  });
  one.config.writeObject('contacts').setFieldSettings(settings('never'));
  two.config.writeObject('contacts').setFieldSettings(settings('ifEmpty'));
  two.config.writeObject('companies').setEnableDeletion();
  await one.save();
  const before = await stored(one.names.groupRef);
  const error = await failure(two.save());
  expect(error).toBeInstanceOf(WritConflict);
  const path = 'write.objects.contacts.selectedFieldSettings.email.writeOnUpdate';
  expect(error).toMatchObject({ path, mine: 'ifEmpty', theirs: 'never' });
  expect(two.getSnapshot()).toMatchObject({ error, conflicts: [{ path }], isDirty: true, status: 'ready' });
  expect(await stored(one.names.groupRef)).toEqual(before);

  two.config.resolve(path, 'mine');
  expect(two.getSnapshot().conflicts).toEqual([]);
  await two.save();
  expect(two.getSnapshot().saved).toMatchObject({
    write: {
      objects: {
        contacts: { selectedFieldSettings: { email: { writeOnUpdate: 'ifEmpty' } } },
        companies: { deletionSettings: { enabled: true } },
      },
    },
  });

  one.config
    .writeObject('contacts')
    .setFieldSettings({ fieldName: 'email', settings: { writeOnUpdate: 'always' } });
  await one.load();
  expect(one.getSnapshot().conflicts).toEqual([{ path, mine: 'always', theirs: 'ifEmpty' }]);
  one.config.resolve(path, 'theirs');
  expect(one.config.isDirty).toBe(false);
});

test('loading again leaves a draft alone, and brings an untouched one up to date', async () => {
  const [one, two] = await installed(2);
  one.config.writeObject('contacts').setEnableDeletion();
  const { draft } = one.getSnapshot();
  two.config.writeObject('companies').setEnableDeletion();
  await two.save();
  await one.load();
  expect(one.getSnapshot().draft).toBe(draft);
  expect(one.getSnapshot().saved).toEqual(two.getSnapshot().saved);
  one.config.reset();
  expect(one.getSnapshot().draft).toEqual(two.getSnapshot().saved);
});

test('what is drafted while a save is under way stays drafted, and the page shows both at once', async () => {
  const [page] = await installed();
  const gate = Promise.withResolvers<undefined>();
  const arrived = Promise.withResolvers<undefined>();
  page.through((send) => async (input, init) => {
    arrived.resolve(undefined);
    await gate.promise;
    return send(input, init);
  });
  page.config.writeObject('contacts').setEnableDeletion();
  const saving = page.save();
  await arrived.promise;
  expect(page.getSnapshot()).toMatchObject({
    status: 'saving',
    draft: { write: { objects: { contacts: { deletionSettings: { enabled: true } } } } },
    saved: { write: { objects: { contacts: { objectName: 'contacts' } } } },
  });
  page.config.writeObject('companies').setEnableDeletion();
  const again = page.save();
  gate.resolve(undefined);
  await saving;
  await again;
  expect(page.seen.map(({ body }) => (body as { updateMask: string[] }).updateMask)).toEqual([
    ['config.content.write.objects.contacts.deletionSettings.enabled'],
    ['config.content.write.objects.companies.deletionSettings.enabled'],
  ]);
});

test.each(['POST', 'PATCH'])(
  'when the answer to a %s is lost, saving again saves nothing twice',
  async (method) => {
    const groupRef = await newGroup(server);
    const { installation, through } = openPage(server, groupRef);
    await installation.load();
    if (method === 'PATCH') await installation.save();
    through((send) => async (input, init) => {
      const answer = await send(input, init);
      if (init?.method === method) throw new TypeError('connection lost');
      return answer;
    });
    installation.config.writeObject('contacts').setEnableDeletion();
    const error = await failure(installation.save());
    expect(error).toBeInstanceOf(WritNetworkError);
    expect(installation.getSnapshot()).toMatchObject({ isDirty: true, error, status: 'ready' });
    const done = await stored(groupRef);
    through((send) => send);
    const saved = await installation.save();
    expect([saved.config.id, installation.config.isDirty]).toEqual([done?.id, false]);
    expect((await stored(groupRef))?.id).toBe(done?.id);
  },
);

test('faults lie at their fields until these are changed, and the draft stays', async () => {
  const [page] = await installed();
  const contacts = page.config.writeObject('contacts');
  const two = { stringValue: 'x', integerValue: 1 } as unknown as FieldDefault;
  contacts.setFieldSettings({ fieldName: 'a/b', settings: { default: two } });
  contacts.setFieldSettings({ fieldName: 'phone', settings: { writeOnUpdate: 'often' as 'never' } });
  expect(page.config.validate()).toHaveLength(2);
  const { draft } = page.getSnapshot();
  const error = await failure(page.save());
  expect(error).toMatchObject({ name: 'WritProblem', status: 400, requestId: expect.any(String) });
  const { errors } = page.getSnapshot();
  expect(errors.at('contacts', 'a/b')).not.toEqual([]);
  expect(errors.at('contacts', 'phone')).not.toEqual([]);
  expect(errors.at('contacts', 'email')).toEqual([]);
  expect(errors.at('companies')).toEqual([]);
  expect(page.getSnapshot()).toMatchObject({ draft, error, isDirty: true });
  contacts.setFieldSettings({ fieldName: 'phone', settings: { writeOnUpdate: 'never' } });
  expect(page.getSnapshot().errors.at('contacts', 'phone')).toEqual([]);
  expect(page.getSnapshot().errors.at('contacts', 'a/b')).not.toEqual([]);
  contacts.setFieldSettings({ fieldName: 'a/b', settings: { default: undefined } });
  await page.save();
});

test.each([2 ** 53 - 1, 1 - 2 ** 53, 1_732_701_600_000_000])(
  'the default %d is kept as it is',
  async (integerValue) => {
    const [page] = await installed();
    page.config
      .writeObject('contacts')
      .setFieldSettings({ fieldName: 'visits', settings: { default: { integerValue } } });
    expect(page.config.validate()).toEqual([]);
    await page.save();
    const selectedFieldSettings = { visits: { default: { integerValue } } };
    expect(await stored(page.names.groupRef)).toMatchObject({
      content: { write: { objects: { contacts: { selectedFieldSettings } } } },
    });
  },
);

test.each([2 ** 53, -(2 ** 53), 1.5, '1' as unknown as number, Number.NaN])(
  'the default %p is refused, as the server does',
  async (integerValue) => {
    const [page] = await installed();
    const value = { integerValue };
    page.config
      .writeObject('contacts')
      .setFieldSettings({ fieldName: 'visits', settings: { default: value } });
    const place = '/installation/config/content/write/objects/contacts/selectedFieldSettings/visits/default';
    expect(page.config.validate()).toMatchObject([{ name: place, value }]);
    const told = { status: 400, issues: [{ name: expect.stringContaining(place) }] };
    expect(await failure(page.save())).toMatchObject(told);
  },
);

test('after an uninstall the page shows the connection that is left, where another integration uses it', async () => {
  const [page] = await installed(1);
  const { connection } = page.getSnapshot();
  const sourceYaml = `specVersion: 1.0.0
integrations:
  - name: twin
    provider: hubspot
    write: { objects: [{ objectName: contacts }] }`;
  const twin = { name: 'twin', provider: 'hubspot', latestRevision: { sourceYaml } };
  await server.caller.manage('POST', '/integrations', twin);
  const body = { groupRef: page.names.groupRef, connectionId: connection?.id, config: { content: {} } };
  await server.caller.manage('POST', '/integrations/twin/installations', body);
  await page.uninstall();
  expect(page.getSnapshot()).toMatchObject({ installation: undefined, connection: { id: connection?.id } });
  const [alone] = await installed(1);
  await alone.uninstall();
  expect(alone.getSnapshot()).toMatchObject({ installation: undefined, connection: undefined });
});

test('an installation that somebody else removed is not made again unless that is wanted', async () => {
  const [one, two] = await installed(2);
  one.config.writeObject('contacts').setEnableDeletion();
  await two.uninstall();
  expect(two.getSnapshot()).toMatchObject({ installation: undefined, isDirty: false });
  await two.uninstall();
  const error = await failure(one.save());
  expect(error).toMatchObject({ name: 'WritConflict', path: '', theirs: undefined });
  expect(await stored(one.names.groupRef)).toBeUndefined();
  // Its connection went with it.
  const { groupRef } = one.names;
  const apiKey = 'sandbox-hubspot-globex';
  await server.caller.manage('POST', '/connections:generate', { provider: 'hubspot', groupRef, apiKey });
  await one.load();
  one.config.resolve('', 'mine');
  await one.save();
  expect(await stored(groupRef)).toMatchObject({
    content: { write: { objects: { contacts: { deletionSettings: { enabled: true } } } } },
  });
});

test('the fields of the CRM are told for the objects of the manifest', async () => {
  const [page] = await installed();
  await page.hydrate();
  const objects = page.getSnapshot().hydrated?.content.write?.objects ?? [];
  expect(objects.map(({ objectName }) => objectName)).toEqual(['contacts', 'companies', 'deals']);
  expect(objects[0]?.allFieldsMetadata).toMatchObject({ email: { fieldName: 'email', readOnly: false } });
});

/** A page whose next requests wait at gates, each at its own, in the order in which they were sent. */
function gated(page: Pick<ReturnType<typeof openPage>, 'through'>, matches: (path: string) => boolean) {
  const gates: { open: () => void }[] = [];
  page.through((send) => async (input, init) => {
    const answer = await send(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!matches(url) || (init?.method ?? 'GET') !== 'GET') return answer;
    await new Promise<void>((open) => gates.push({ open }));
    return answer;
  });
  return (count: number) =>
    eventually(() => {
      if (gates.length < count) throw new Error(`${gates.length} of ${count} wait.`);
      return gates;
    });
}

test('an answer about fields that comes late changes nothing that was told since', async () => {
  const [page] = await installed();
  const waiting = gated(page, (path) => path.includes(':hydrate'));
  const earlier = page.hydrate();
  await waiting(1);
  const later = page.hydrate();
  const [first, second] = await waiting(2);
  second?.open();
  const told = await later;
  first?.open();
  expect(await earlier).not.toBe(told);
  expect(page.getSnapshot().hydrated).toBe(told);

  const ofGone = page.hydrate();
  const [, , third] = await waiting(3);
  await page.uninstall();
  third?.open();
  expect(await ofGone).toBeDefined();
  expect(page.getSnapshot().hydrated).toBe(told);
});

test('a first load whose answer comes late takes back neither what was saved nor what was told since', async () => {
  const page = openPage(server, await newGroup(server));
  const { installation } = page;
  const waiting = gated(page, (path) => path.endsWith('/integrations/demo-hubspot'));
  const loading = installation.load();
  await waiting(1);
  const saving = installation.save();
  const [first, second] = await waiting(2);
  second?.open();
  const saved = await saving;
  await installation.hydrate();
  installation.config.writeObject('contacts').setEnableDeletion();
  const { hydrated, draft } = installation.getSnapshot();
  first?.open();
  await loading;
  expect(installation.getSnapshot()).toMatchObject({ installation: { id: saved.id }, isDirty: true });
  expect(installation.getSnapshot().hydrated).toBe(hydrated);
  expect(installation.getSnapshot().draft).toBe(draft);
});
