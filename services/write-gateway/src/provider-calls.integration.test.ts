import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import type { Installed, Provider } from './testing/install.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const providers = ['hubspot', 'salesforce'] as const;
const objects = { hubspot: 'contacts', salesforce: 'Contact' } as const;
const names = { hubspot: 'lastname', salesforce: 'LastName' } as const;
const titles = { hubspot: 'jobtitle', salesforce: 'Title' } as const;
const cities = { hubspot: 'city', salesforce: 'MailingCity' } as const;
const keys = { hubspot: 'external_id', salesforce: 'External_Id__c' } as const;
const absent = { hubspot: '999999999', salesforce: '003000000099999AAA' } as const;
const size = 100;

/** 100 records with name, title and key, these fields' names, and a missing id. */
type Scene = Installed & {
  ids: string[];
  name: string;
  title: string;
  /** Written to new records only. */
  city: string;
  key: string;
  absent: string;
  badValue: object;
  failNext: () => void;
};
type Case = (scene: Scene) => Promise<unknown>;

const bad = { Nonsense_field: 1 };
const badValues = { hubspot: { annualrevenue: 'a lot' }, salesforce: { LeadSource: 'Nowhere' } } as const;
const allOrNone = { batchPolicy: { allOrNone: true } };
const batchOf = (count: number, record: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => ({ record: record(at) }));
const creating =
  (record: (scene: Scene, at: number) => object, more = {}): Case =>
  (scene) =>
    scene.write({ type: 'create', batch: batchOf(size, (at) => record(scene, at)), ...more });
const updating =
  (record: (scene: Scene, at: number) => object, more = {}): Case =>
  (scene) =>
    scene.write({
      type: 'update',
      batch: batchOf(size, (at) => ({ id: scene.ids[at], ...record(scene, at) })),
      ...more,
    });
const upserting =
  (record: (scene: Scene, at: number) => object, more = {}): Case =>
  (scene) =>
    scene.write({
      type: 'upsert',
      key: scene.key,
      // Half of the records are missing.
      batch: batchOf(size, (at) => ({ [scene.key]: `key-${2 * at}`, ...record(scene, at) })),
      ...more,
    });
const failing =
  (work: Case): Case =>
  (scene) => {
    scene.failNext();
    return work(scene);
  };

const good = ({ name }: Scene) => ({ [name]: 'new' });
const oneBad = ({ name }: Scene, at: number) => ({ [name]: 'new', ...(at === 0 && bad) });
const titled = ({ title }: Scene) => ({ [title]: 'new' });

const cases: Record<string, Case> = {
  'Create a record': ({ write, name }) => write({ type: 'create', record: { [name]: 'a' } }),
  'Create a record with `@{` in a value': ({ write, name }) =>
    write({ type: 'create', record: { [name]: '@{a}' } }),
  'Update a record': ({ write, name, ids }) => write({ type: 'update', record: { id: ids[0], [name]: 'b' } }),
  'Update a missing record': ({ write, name, absent }) =>
    write({ type: 'update', record: { id: absent, [name]: 'b' } }),
  'Update a record, a field only if it is empty': ({ write, name, title, ids }) =>
    write({ type: 'update', record: { id: ids[0], [name]: 'b', [title]: 'c' } }),
  'Update a record, no field left to write': ({ write, title, ids }) =>
    write({ type: 'update', record: { id: ids[0], [title]: 'c' } }),
  'Delete a record': ({ write, ids }) => write({ type: 'delete', record: { id: ids[0] } }),
  'Create or update a record, failed call': failing(({ write, name }) =>
    write({ type: 'create', record: { [name]: 'a' } }),
  ),
  'Create a batch, all good': creating(good),
  'Create a batch, one bad': creating(oneBad),
  'Create a batch, all or none, all good': creating(good, allOrNone),
  'Create a batch, all or none, one bad': creating(oneBad, allOrNone),
  'Create a batch, failed call': failing(creating(good)),
  'Update a batch, all good': updating(good),
  'Update a batch, one bad': updating(oneBad),
  'Update a batch, all bad': updating(() => bad),
  'Update a batch, one bad value': updating((scene, at) => ({
    ...good(scene),
    ...(at === 0 && scene.badValue),
  })),
  'Update a batch, all with bad values': updating(({ badValue }) => badValue),
  'Update a batch, one record missing': updating((scene, at) => ({
    ...good(scene),
    ...(at === 37 && { id: scene.absent }),
  })),
  'Update a batch, all or none, all good': updating(good, allOrNone),
  'Update a batch, all or none, one bad': updating(oneBad, allOrNone),
  'Update a batch, failed call': failing(updating(good)),
  'Update a batch, one record twice': updating((scene, at) => ({
    ...good(scene),
    ...(at === 37 && { id: scene.ids[5] }),
  })),
  'Update a batch, one record three times, another twice': updating((scene, at) => ({
    ...good(scene),
    ...([37, 38].includes(at) && { id: scene.ids[5] }),
    ...(at === 39 && { id: scene.ids[6] }),
  })),
  'Update a batch, a field only if it is empty': updating((scene) => ({ ...good(scene), ...titled(scene) })),
  'Update a batch, no field left to write': updating(titled),
  'Upsert a record': ({ write, name, key }) =>
    write({ type: 'upsert', key, record: { [key]: 'key-0', [name]: 'b' } }),
  'Upsert a record, looked for first': ({ write, name, key }) =>
    write({ type: 'upsert', key, onMissing: 'fail', record: { [key]: 'key-0', [name]: 'b' } }),
  'Upsert a batch, half of it missing': upserting(good),
  'Upsert a batch, half of it missing, looked for first': upserting((scene) => ({
    ...good(scene),
    [scene.city]: 'Ulm',
  })),
  'Upsert a batch, one value twice': upserting((scene, at) => ({
    ...good(scene),
    ...(at === 37 && { [scene.key]: 'key-0' }),
  })),
};

/** Titles are written only if empty; all records have one. The object's description has been read. */
async function prepare(provider: Provider): Promise<Scene> {
  const [objectName, name, title] = [objects[provider], names[provider], titles[provider]];
  const [city, key] = [cities[provider], keys[provider]];
  const settings = {
    deletionSettings: { enabled: true },
    selectedFieldSettings: { [title]: { writeOnUpdate: 'ifEmpty' }, [city]: { writeOnUpdate: 'never' } },
  } as const;
  const content = { write: { objects: { [objectName]: settings } } };
  const installed = await gateway.install({ provider, objectName, content });
  const records = batchOf(size, (at) => ({ [name]: `name-${at}`, [title]: 'held', [key]: `key-${at}` }));
  const { body } = await installed.write({ type: 'upsert', key, batch: records });
  const ids = (body['results'] as { recordId: string }[]).map(({ recordId }) => recordId);
  const { account } = installed;
  const failNext = () => void gateway.sandbox.setFault({ provider, account, then: { status: 503 } });
  const own = { absent: absent[provider], badValue: badValues[provider] };
  return { ...installed, ...own, ids, name, title, city, key, failNext };
}

async function documented(): Promise<Record<string, number[]>> {
  const page = await readFile(new URL('../../../docs/provider-calls.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|') && /\d/.test(line));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(cells.map(([, what = '', ...counts]) => [what, counts.slice(0, 2).map(Number)]));
}

test('every case stands in docs/provider-calls.md, and nothing else does', async () => {
  expect(Object.keys(await documented())).toEqual(Object.keys(cases));
});

test.each(Object.keys(cases))('%s: as many calls as docs/provider-calls.md says', async (what) => {
  const counted: number[] = [];
  for (const provider of providers) {
    const scene = await prepare(provider);
    const before = scene.calls().length;
    await cases[what]?.(scene);
    counted.push(scene.calls().length - before);
  }
  expect(counted).toEqual((await documented())[what]);
});
