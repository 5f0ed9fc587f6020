import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import { leadAstray, testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, manifestWithTwin, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

const content = {
  provider: 'hubspot',
  write: {
    objects: {
      contacts: {
        objectName: 'contacts',
        deletionSettings: { enabled: true },
        selectedFieldSettings: {
          phone: { writeOnUpdate: 'ifEmpty', default: { stringValue: '000' } },
        },
      },
    },
  },
};

async function readyProject() {
  const project = await testProject(service);
  await project.apply();
  const connectionId = await project.connect();
  return { ...project, connectionId };
}

test('a group installs an integration with its connection, and the event tells the config', async () => {
  const { install, call, id: projectId, connectionId } = await readyProject();
  const pokes = service.pokes();
  const made = await install({ groupRef: 'acme', groupName: 'Acme', config: { content, createdBy: 'Ann' } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    projectId,
    group: { groupRef: 'acme', groupName: 'Acme' },
    healthStatus: 'healthy',
    connection: { id: connectionId },
    createdBy: 'Ann',
    config: { content, createdBy: 'Ann' },
  });
  const { id } = made.body as { id: string };
  expect((await call('GET', `/integrations/crm/installations/${id}`)).body).toEqual(made.body);
  expect((await call('GET', '/integrations/crm/installations?groupRef=acme')).body).toEqual([made.body]);
  expect((await call('GET', '/installations?groupRef=nobody')).body).toEqual([]);
  expect((await call('GET', `/integrations/sales/installations/${id}`)).status).toBe(404);
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'installation.created',
    data: { installationId: id, integrationName: 'crm', groupRef: 'acme', connectionId, config: { content } },
  });
  expect(service.pokes()).toBe(pokes + 1);
});

test('an installation takes the newest connection of its group that works, else the newest', async () => {
  const { apply, install, connect, connectionId, call } = await readyProject();
  await apply(manifestWithTwin);
  const newest = await connect('acme', { apiKey: 'sandbox-hubspot-globex' });
  const setDead = (id: string) =>
    service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [id]);
  const taken = async () => {
    const { id, connection } = (await install({ groupRef: 'acme', config: { content } })).body as {
      id: string;
      connection: { id: string };
    };
    const kept = await install(
      { groupRef: 'acme', connectionId: connection.id, config: { content } },
      'twin',
    );
    await call('DELETE', `/integrations/crm/installations/${id}`);
    const { id: twin } = kept.body as { id: string };
    await service.database.pool.query('DELETE FROM installation WHERE id = $1', [twin]);
    return connection.id;
  };
  expect(await taken()).toBe(newest);
  await setDead(newest);
  expect(await taken()).toBe(connectionId);
  await setDead(connectionId);
  expect(await taken()).toBe(newest);
});

test('an installation has the name of its connection unless it is told another', async () => {
  const { install, call, connectionId } = await readyProject();
  await call('PATCH', `/connections/${connectionId}`, {
    updateMask: ['groupName'],
    connection: { groupName: 'Acme' },
  });
  const { body } = await install({ groupRef: 'acme', connectionId, config: { content } });
  expect(body).toMatchObject({ group: { groupName: 'Acme' } });
});

test('an installation never uses a connection of another group, whoever asks for it', async () => {
  const { install, call, connect, connectionId } = await readyProject();
  const other = await connect('globex');
  const made = await install({ groupRef: 'acme', connectionId: other, config: { content } });
  expect([made.status, issuesOf(made)]).toMatchObject([400, [{ in: 'body', name: '/connectionId' }]]);
  expect(issuesOf(made)[0]?.detail).toContain('another group');

  const { id } = (await install({ groupRef: 'acme', config: { content } })).body as { id: string };
  const path = `/integrations/crm/installations/${id}`;
  const change = { updateMask: ['connectionId'], installation: { connectionId: other } };
  const moved = await call('PATCH', path, change);
  expect([moved.status, issuesOf(moved)]).toMatchObject([
    400,
    [{ in: 'body', name: '/installation/connectionId', value: other }],
  ]);
  expect((await call('GET', path)).body).toMatchObject({ connection: { id: connectionId } });
  const move = `UPDATE installation SET connection_id = $1 WHERE id = $2`;
  await expect(service.database.pool.query(move, [other, id])).rejects.toThrow('own_group');
});

test('an installation that used a connection of another group before is unhealthy, changes, and is moved', async () => {
  const { install, call, connect, connectionId, id: projectId } = await readyProject();
  const { id } = (await install({ groupRef: 'acme', config: { content } })).body as { id: string };
  const other = await connect('globex');
  await leadAstray(service.database.pool, { id, connectionId: other });
  const path = `/integrations/crm/installations/${id}`;
  const health = async () => ((await call('GET', path)).body as { healthStatus: string }).healthStatus;
  expect(await health()).toBe('unhealthy');
  const healthy = await call('GET', '/installations?health=healthy');
  expect(healthy.body).toEqual([]);
  const plan = { objectName: 'contacts', type: 'create', record: { email: 'a@example.com' } };
  const planned = await call('POST', `${path}:plan`, plan);
  expect(planned).toMatchObject({ status: 422, body: { context: { connectionId: other } } });
  expect((planned.body as { remedy: string }).remedy).toContain(`/v1/projects/${projectId}/`);

  const createdBy = { updateMask: ['config.createdBy'], installation: { config: { createdBy: 'me' } } };
  expect((await call('PATCH', path, createdBy)).status).toBe(200);
  const change = (to: string) =>
    call('PATCH', path, { updateMask: ['connectionId'], installation: { connectionId: to } });
  expect((await change(other)).status).toBe(400);
  expect((await change(connectionId)).status).toBe(200);
  expect(await health()).toBe('healthy');

  await leadAstray(service.database.pool, { id, connectionId: other });
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', `/connections/${other}`)).status).toBe(200);
});

test('a group installs an integration once', async () => {
  const { install } = await readyProject();
  const body = { groupRef: 'acme', config: { content } };
  const answers = await Promise.all([install(body), install(body), install(body)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('every fault of an installation is told at once', async () => {
  const { install } = await readyProject();
  const schema = await install({
    groupRef: 'acme',
    config: {
      contnt: {},
      content: {
        write: {
          objects: {
            contacts: {
              selectedFieldSettings: {
                phone: { writeOnCreate: 'ifEmpty', default: { stringValue: 'a', booleanValue: true } },
              },
            },
          },
        },
      },
    },
  });
  const settings = '/config/content/write/objects/contacts/selectedFieldSettings/phone';
  expect(schema.status).toBe(400);
  expect(issuesOf(schema).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/config/contnt', `${settings}/writeOnCreate`, `${settings}/default`]),
  );
  const rules = await install({
    groupRef: 'nobody',
    config: {
      content: { provider: 'salesforce', write: { objects: { contact: { objectName: 'contact' } } } },
    },
  });
  expect(rules.status).toBe(400);
  expect(issuesOf(rules)).toEqual([
    expect.objectContaining({ name: '/connectionId' }),
    expect.objectContaining({ name: '/config/content/provider' }),
    expect.objectContaining({
      name: '/config/content/write/objects/contact/objectName',
      detail: expect.stringContaining('Did you mean `contacts`?'),
    }),
  ]);
});

test('what is not known of a config is kept; what is nearly known is kept with a warning', async () => {
  const { install, call } = await readyProject();
  const open = {
    portal: { nested: [{ theme: 'dark' }, null] },
    proxi: {},
    write: {
      objects: {
        contacts: {
          inheritMappings: true,
          unsetBefore: ['a'],
          selectedValueDefaults: { lifecyclestage: { value: 'lead', why: 'asked for' } },
        },
      },
      object: {},
    },
    read: {
      objects: {
        contacts: { selectedFields: { email: true }, selectedFieldsAuto: 'all', schedule: '*/10 * * * *' },
      },
    },
  };
  const made = await install({ groupRef: 'acme', config: { content: open } });
  const warning = (pointer: string, meant: string) =>
    `\`/config/content${pointer}\` is not known, and was kept. Did you mean \`${meant}\`?`;
  expect(made).toMatchObject({
    status: 201,
    body: {
      config: { content: { provider: 'hubspot', ...open } },
      warnings: expect.arrayContaining([
        warning('/proxi', 'proxy'),
        warning('/write/object', 'objects'),
        warning('/write/objects/contacts/inheritMappings', 'inheritMapping'),
      ]),
    },
  });
  const { id, warnings } = made.body as { id: string; warnings: string[] };
  expect(warnings).toHaveLength(3);
  const path = `/integrations/crm/installations/${id}`;
  expect((await call('GET', path)).body).not.toHaveProperty('warnings');
  const mended = { updateMask: ['config.content.proxi', 'config.content.write.object'], installation: {} };
  expect((await call('PATCH', path, mended)).body).toMatchObject({
    warnings: [warning('/write/objects/contacts/inheritMappings', 'inheritMapping')],
  });
});

test('who saves a default that no write uses is told so, wherever the mapping comes from', async () => {
  const { install, call } = await readyProject();
  const standing = (value: string) => ({ default: { stringValue: value } });
  const content = {
    write: {
      objects: {
        people: {
          objectName: 'contacts',
          selectedFieldSettings: { id: standing('7'), lifecyclestage: standing('lead') },
          selectedValueDefaults: { 'crm/id': { value: '7' } },
        },
      },
    },
    read: { objects: { contacts: { selectedFieldMappings: { 'crm/id': 'id' } } } },
  };
  const at = '/config/content/write/objects/people';
  const warnings = [
    `\`${at}/selectedFieldSettings/id/default\` is never written: \`id\` is the id of a record.`,
    `\`${at}/selectedValueDefaults/crm~1id\` is never written: \`crm/id\` is the id of a record.`,
  ];
  const made = await install({ groupRef: 'acme', config: { content } });
  expect(made).toMatchObject({ status: 201, body: { warnings } });
  const path = `/integrations/crm/installations/${(made.body as { id: string }).id}`;
  const mask = 'config.content.write.objects.people.selectedFieldSettings.id';
  const mended = await call('PATCH', path, { updateMask: [mask], installation: {} });
  expect(mended).toMatchObject({ status: 200, body: { warnings: warnings.slice(1) } });
});

test('who saves a mapping in another section is told where it belongs', async () => {
  const { install } = await readyProject();
  const content = {
    write: { objects: { contacts: { selectedFieldMappings: { phone: 'mobilephone' } } } },
    read: { objects: { contacts: { selectedFieldSettings: {} } } },
  };
  const { body } = await install({ groupRef: 'acme', config: { content } });
  expect((body as { warnings: string[] }).warnings.toReversed()).toEqual([
    '`/config/content/write/objects/contacts/selectedFieldMappings` means nothing here, and was kept. `selectedFieldMappings` belongs below `read.objects`.',
    '`/config/content/read/objects/contacts/selectedFieldSettings` means nothing here, and was kept. `selectedFieldSettings` belongs below `write.objects`.',
  ]);
});

test('who saves what the CRM lacks is told so, and it is saved as well where the CRM does not tell', async () => {
  const { install, call } = await readyProject();
  const content = {
    write: {
      objects: {
        contacts: {
          selectedFieldSettings: {
            stage: { default: { stringValue: 'emperor' } },
            city: { default: { stringValue: 'Ulm' } },
            hs_lead_status: { default: { stringValue: 'NEW' } },
          },
          selectedValueDefaults: { nonsense: { value: 1 } },
        },
      },
    },
    read: {
      objects: {
        contacts: { selectedFieldMappings: { stage: 'lifecyclestage', phone: 'mobilfone', mail: 'email' } },
        unlisted: { selectedFieldMappings: { a: 'b' } },
      },
    },
  };
  const warnings = [
    '`/config/content/read/objects/contacts/selectedFieldMappings/phone`: the CRM has no field `mobilfone` of `contacts`.',
    "`/config/content/write/objects/contacts/selectedFieldSettings/stage/default`: the default is no option of the CRM's field `lifecyclestage`.",
    '`/config/content/write/objects/contacts/selectedValueDefaults/nonsense`: the CRM has no field `nonsense` of `contacts`.',
  ];
  const down = { provider: 'hubspot', match: { path: '/properties/' }, then: { status: 503 } } as const;
  service.sandbox.setFault(down);
  const made = await install({ groupRef: 'acme', config: { content } });
  expect(made.status).toBe(201);
  expect(made.body).not.toHaveProperty('warnings');
  service.sandbox.clearFaults();
  const path = `/integrations/crm/installations/${(made.body as { id: string }).id}`;
  const change = {
    updateMask: ['config.content.read.objects.contacts.selectedFields'],
    installation: { config: { content: { read: { objects: { contacts: { selectedFields: {} } } } } } },
  };
  expect(await call('PATCH', path, change)).toMatchObject({ status: 200, body: { warnings } });
});

test('what the specification gives whole takes no other members', async () => {
  const { install } = await readyProject();
  const contacts = {
    deletionSettings: { enable: true },
    selectedFieldSettings: { phone: { writeOnUpdates: 'never', default: { stringvalue: 'a' } } },
  };
  const refused = await install({
    groupRef: 'acme',
    config: { content: { write: { objects: { contacts } } } },
  });
  const at = '/config/content/write/objects/contacts';
  expect([refused.status, issuesOf(refused).map(({ name }) => name)]).toEqual([
    400,
    [
      `${at}/deletionSettings/enable`,
      `${at}/selectedFieldSettings/phone/writeOnUpdates`,
      `${at}/selectedFieldSettings/phone/default/stringvalue`,
    ],
  ]);
});

test('a number that would be given back as another one is refused', async () => {
  const { install } = await readyProject();
  const content = { portal: { limits: [2 ** 53 - 1, 2 ** 53, 0.1] } };
  const refused = await install({ groupRef: 'acme', config: { content } });
  const name = '/config/content/portal/limits/1';
  expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ name, value: '9007199254740992' }]]);
});

test('a default that is no whole number to be kept is told with the member that takes it', async () => {
  const { install } = await readyProject();
  const settings = { phone: { default: { integerValue: 2 ** 53 } } };
  const content = { write: { objects: { contacts: { selectedFieldSettings: settings } } } };
  const refused = await install({ groupRef: 'acme', config: { content } });
  expect([refused.status, issuesOf(refused)]).toMatchObject([
    400,
    [{ name: expect.stringMatching(/integerValue$/), detail: expect.stringMatching(/`stringValue`/) }],
  ]);
});

test('a config has 256 kB at most, whatever its body adds to them', async () => {
  const { install } = await readyProject();
  const filled = (bytes: number) => ({ filler: 'x'.repeat(bytes - '{"filler":""}'.length) });
  const most = 256 * 1024;
  const over = await install({ groupRef: 'acme', config: { content: filled(most + 1) } });
  expect([over.status, issuesOf(over)]).toMatchObject([400, [{ name: '/config/content' }]]);
  expect((await install({ groupRef: 'acme', config: { content: filled(most) } })).status).toBe(201);
});

test('an empty name in a config is an issue with its place', async () => {
  const { install } = await readyProject();
  const refused = await install({
    groupRef: 'acme',
    config: {
      content: {
        read: {
          objects: {
            contacts: { destination: '', selectedFieldMappings: { d: '', '': 'email' } },
            '': {},
          },
        },
        write: {
          objects: {
            contacts: { selectedFieldSettings: { '': {} }, selectedValueDefaults: { '': { value: '' } } },
          },
        },
      },
    },
  });
  const [read, write] = ['read', 'write'].map((section) => `/config/content/${section}/objects`);
  const [empty, ofMember] = ['Must not be empty.', expect.stringContaining('name it, or leave it out')];
  expect(refused.status).toBe(400);
  expect(new Set(issuesOf(refused).map(({ name, detail }) => ({ name, detail })))).toEqual(
    new Set([
      { name: `${read}/`, detail: ofMember },
      { name: `${read}/contacts/destination`, detail: empty },
      { name: `${read}/contacts/selectedFieldMappings/d`, detail: empty },
      { name: `${read}/contacts/selectedFieldMappings/`, detail: ofMember },
      { name: `${write}/contacts/selectedFieldSettings/`, detail: ofMember },
      { name: `${write}/contacts/selectedValueDefaults/`, detail: ofMember },
    ]),
  );
});

test('texts that can not be stored and foreign connections are issues', async () => {
  const { install, connect } = await readyProject();
  const other = await readyProject();
  const nul = await install({
    groupRef: 'acme',
    config: { content: { read: { objects: { contacts: { note: 'a\0b' } } } } },
  });
  expect(issuesOf(nul).map(({ name }) => name)).toEqual(['/config/content/read/objects/contacts/note']);
  const foreign = await install({
    groupRef: 'acme',
    connectionId: other.connectionId,
    config: { content },
  });
  expect(foreign.status).toBe(404);
  expect(issuesOf(foreign).map(({ name }) => name)).toEqual(['/connectionId']);
  const connectionId = await connect('acme');
  const wrong = await install({ groupRef: 'acme', connectionId, config: { content: {} } }, 'sales');
  expect(issuesOf(wrong)[0]?.detail).toContain('`salesforce`');
  expect((await install({ groupRef: 'acme', config: { content } }, 'nothing')).status).toBe(404);
});

test('deleting an installation drops its connection when nobody else uses it, and tells both', async () => {
  const { apply, install, call, connectionId } = await readyProject();
  await apply(manifestWithTwin);
  const { id } = (await install({ groupRef: 'acme', config: { content } })).body as { id: string };
  const shared = (await install({ groupRef: 'acme', connectionId, config: { content } }, 'twin')).body as {
    id: string;
  };
  expect((await call('DELETE', `/integrations/crm/installations/${id}`)).status).toBe(204);
  expect((await call('GET', `/connections/${connectionId}`)).status).toBe(200);
  expect((await call('DELETE', `/integrations/twin/installations/${shared.id}`)).status).toBe(204);
  expect((await call('GET', `/connections/${connectionId}`)).status).toBe(404);
  expect((await call('DELETE', `/integrations/crm/installations/${id}`)).status).toBe(404);
  const events = await service.events();
  expect(events.slice(-2)).toEqual([
    expect.objectContaining({
      type: 'installation.deleted',
      data: expect.objectContaining({ installationId: shared.id }),
    }),
    expect.objectContaining({
      type: 'connection.deleted',
      data: expect.objectContaining({ connectionId }),
    }),
  ]);
});

test('a config that is too large for an event is told by its address', async () => {
  const { call, install, id: projectId } = await readyProject();
  const large = { read: { objects: { contacts: { note: 'x'.repeat(100_000) } } } };
  const made = await install({ groupRef: 'acme', config: { content: large } });
  const { id, config } = made.body as { id: string; config: { id: string } };
  const { configURL } = (await service.events()).at(-1)?.data as { configURL: string };
  const [base = '', path = ''] = configURL.split(`/projects/${projectId}`);
  expect(base).toBe('https://writ.test/v1');
  expect(path).toContain(`/installations/${id}/configs/`);
  expect((await call('GET', path)).body).toEqual(config);
});

test('the config of an installation that is gone is found where its event says, whatever else is gone by then', async () => {
  const project = await readyProject();
  const { call, id: projectId } = project;
  const large = { read: { objects: { contacts: { note: 'x'.repeat(100_000) } } } };
  const made = await project.install({ groupRef: 'acme', config: { content: large } });
  const { id, config } = made.body as { id: string; config: { id: string } };
  expect((await call('DELETE', `/integrations/crm/installations/${id}`)).status).toBe(204);
  const deleted = (await service.events()).findLast(({ type }) => type === 'installation.deleted');
  const { configURL } = deleted?.data as { configURL: string };
  const path = configURL.split(`/projects/${projectId}`)[1] ?? '';
  const get = async (where: string) => {
    const { status, body } = await call('GET', where);
    return status === 200 ? body : status;
  };
  expect(await get(path)).toEqual(config);
  expect(await get(`/integrations/crm/installations/${id}/configs/${config.id}`)).toEqual(config);
  expect(await get(`/integrations/sales/installations/${id}/configs/${config.id}`)).toBe(404);
  expect(await get(`/integrations/none/installations/${id}/configs/${config.id}`)).toBe(404);
  expect((await call('DELETE', '/integrations/crm')).status).toBe(204);
  expect(await get(path)).toEqual(config);
});

test('what belongs to another project is not found', async () => {
  const mine = await readyProject();
  const other = await readyProject();
  const { id } = (await mine.install({ groupRef: 'acme', config: { content } })).body as { id: string };
  expect((await other.call('GET', `/integrations/crm/installations/${id}`)).status).toBe(404);
  expect((await other.call('DELETE', `/integrations/crm/installations/${id}`)).status).toBe(404);
  expect((await other.call('GET', `/connections/${mine.connectionId}`)).status).toBe(404);
  expect((await other.call('DELETE', `/connections/${mine.connectionId}`)).status).toBe(404);
});

test('an installation tells how its last operation stands, in lists too', async () => {
  const project = await readyProject();
  const { body } = await project.install({ groupRef: 'acme', config: { content: {} } });
  const installation = body as { id: string; projectId: string };
  const path = `/integrations/crm/installations/${installation.id}`;
  expect((await project.call('GET', path)).body).not.toHaveProperty('lastOperationStatus');
  const operate = (status: string, laneDue: string) =>
    service.database.pool.query(
      `INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
         provider, account, object_name, type, mode, form, status, due_at, record_count, request_id, create_time, update_time)
       VALUES ($1, $2, $1, $3, $1, $1, 'acme', 'hubspot', 'a', 'contacts', 'create', 'asynchronous', 'single', $4, ${laneDue}, 1,
         'r', now(), now())`,
      [installation.projectId, newId(), installation.id, status],
    );
  await operate('failure', 'NULL');
  await operate('in_progress', 'now()');
  expect((await project.call('GET', path)).body).toMatchObject({ lastOperationStatus: 'in_progress' });
  await operate('success', 'NULL');
  expect((await project.call('GET', '/installations')).body).toMatchObject([
    { id: installation.id, lastOperationStatus: 'success' },
  ]);
});
