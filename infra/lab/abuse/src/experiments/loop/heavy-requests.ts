import { manifests } from './manifests.ts';

export type HeavyRequest = {
  what: string;
  host: 'management' | 'write';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  statuses: readonly number[];
  body?: () => unknown;
};

const project = '/projects/demo';
const integration = `${project}/integrations/demo-hubspot`;
const times = <Value>(count: number, valueAt: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => valueAt(at));
const fields = (count: number, settings: object): object =>
  Object.fromEntries(times(count, (at) => [`f${at.toString(36)}`, settings]));

type Case = readonly [what: string, status: number, body: () => unknown];

const inPatch = (changes: readonly object[], action = 'write'): object => ({
  groupRef: 'acme',
  action,
  changes,
});
const never = { writeOnCreate: 'never' };
const add = (path: string, value: unknown = 1): object => ({ op: 'add', path, value });

const objectPatches: readonly Case[] = [
  ['a config of 250 kB', 200, () => inPatch([add('/selectedFieldSettings', fields(7_700, never))])],
  [
    '100 changes of a large config',
    200,
    () => inPatch(times(100, (at) => add(`/selectedFieldSettings/g${at}`, {}))),
  ],
  ['copies that double', 400, () => inPatch(times(100, (at) => ({ op: 'copy', from: '', path: `/c${at}` })))],
  ['100 pointers of 511 names', 400, () => inPatch(Array<object>(100).fill(add('/a'.repeat(511))), 'read')],
  ['a pointer of 250,000 slashes that is none', 400, () => inPatch([add(`${'/'.repeat(250_000)}~`)])],
  ['5,000 changes', 400, () => inPatch(times(5_000, () => add('/a')))],
  ['5,000 changes that are none', 400, () => inPatch(times(5_000, () => ({ op: 'x', path: 5, y: 1 })))],
];

const inMask = (updateMask: readonly string[], objects: object = {}): object => ({
  updateMask,
  installation: { config: { content: { write: { objects } } } },
});
const inContacts = (contacts: object): object => inMask(['config.content.write.objects'], { contacts });
const withFields = (count: number, settings: object): object => ({
  selectedFieldSettings: fields(count, settings),
});

const masks: readonly Case[] = [
  ['a mask of 29,000 paths', 400, () => inMask(times(29_000, () => 'a'))],
  [
    'a mask of 100 paths into a large config',
    200,
    () =>
      inMask(
        times(100, (at) => `config.content.write.objects.contacts.selectedFieldSettings.f${at.toString(36)}`),
        { contacts: withFields(100, { writeOnUpdate: 'never' }) },
      ),
  ],
  [
    'a mask of 100 paths of 480 names',
    400,
    () => inMask(times(100, () => `config.content.read.objects${'.a'.repeat(480)}`)),
  ],
  ['a mask of backslashes', 400, () => inMask(['\\'.repeat(120_000)])],
  ['8,000 settings that are none', 400, () => inContacts(withFields(8_000, { x: 'y' }))],
  [
    '9,000 members that are nearly known',
    200,
    () => inContacts(Object.fromEntries(times(9_000, (at) => [`inheritMapping${at}`, 1]))),
  ],
  ['5,500 defaults', 200, () => inContacts(withFields(5_500, { default: { stringValue: 'x' } }))],
];

const events: readonly Case[] = [
  ['29,000 empty events', 400, () => times(29_000, () => ({}))],
  ['100 events with 500 faults each', 400, () => times(100, () => fields(500, {}))],
];

const url = 'http://127.0.0.1:9/';
const to = (type: string, metadata: object): object => ({ name: 'heavy', type, metadata });

const destinations: readonly Case[] = [
  ['10,000 headers', 400, () => to('webhook', { url, headers: fields(10_000, { a: 1 }) })],
  ['10,000 unknown members', 400, () => to('webhook', fields(10_000, {}))],
  ['125,000 places that are none', 400, () => to('s3', { keyTemplate: '{{'.repeat(125_000) })],
];

const requestsOf = (
  cases: readonly Case[],
  where: Pick<HeavyRequest, 'method' | 'path'> & { host?: HeavyRequest['host'] },
): readonly HeavyRequest[] =>
  cases.map(([what, status, body]) => ({ what, host: 'management', ...where, statuses: [status], body }));

const write = (changes: object): object => ({ groupRef: 'acme', type: 'create', ...changes });
const writes: readonly Case[] = [
  ['a batch of 100 into 5,500 defaults', 400, () => write({ batch: times(100, () => ({ record: {} })) })],
  [
    'a mode of 4.9 MB in which a key might begin everywhere',
    400,
    () => write({ mode: '-eyJ'.repeat(1_225_000), record: {} }),
  ],
];

/** The worst known requests of each kind. Later ones meet what earlier ones stored. */
export const heavyRequests = (
  installationId: string,
  { integrationCount }: { integrationCount: number },
): readonly HeavyRequest[] => [
  ...manifests(integrationCount).map(({ what, statuses, yaml }): HeavyRequest => ({
    what: `a manifest: ${what}`,
    host: 'management',
    method: 'PUT',
    statuses,
    path: `${project}/integrations:batch`,
    body: () => ({ sourceYaml: yaml() }),
  })),
  ...requestsOf(objectPatches, { method: 'PATCH', path: `${integration}/objects/contacts/config-content` }),
  ...requestsOf(masks, { method: 'PATCH', path: `${integration}/installations/${installationId}` }),
  ...requestsOf(writes, { host: 'write', method: 'POST', path: `${integration}/objects/contacts` }),
  {
    what: 'a path of 14 kB in which a key might begin everywhere',
    host: 'management',
    method: 'GET',
    statuses: [404],
    path: `/${'-eyJ'.repeat(3_500)}`,
  },
  ...requestsOf(events, { method: 'POST', path: `${project}/events` }),
  ...requestsOf(destinations, { method: 'POST', path: `${project}/destinations` }),
  ...requestsOf([['a list of 5 MB in the place of filters', 413, () => times(2_500_000, () => 1)]], {
    method: 'PUT',
    path: `${project}/integrations:batch`,
  }),
  ...requestsOf([['10,000 scopes', 400, () => ({ label: 'x', scopes: times(10_000, (at) => `s${at}`) })]], {
    method: 'POST',
    path: `${project}/api-keys`,
  }),
  {
    what: 'a page token of 14 kB',
    host: 'management',
    method: 'GET',
    statuses: [400],
    path: `${project}/operations?pageToken=${'x'.repeat(14_000)}`,
  },
];
