import type { ProviderName } from '../../ground/seed-project.ts';
import type { Body, ValidRequest } from './valid-request.ts';

/** A fault that can be put into a request, and where the issue about it has to stand. */
export type RequestFault = {
  name: string;
  /** Faults of form are told alone; those of what is stored, here the provider's own rules, after them (Contract §2). */
  of: 'form' | 'state';
  /** Whether this request can have the fault. */
  fits: (request: ValidRequest) => boolean;
  /** Changes the body, and gives the names of the issues in it. */
  put: (body: Body, provider: ProviderName) => readonly string[];
};

type Fault = Omit<RequestFault, 'of'>;
type Item = { record: Body; associations?: unknown };

const always = (): boolean => true;
const isBatch = ({ body }: ValidRequest): boolean => body['batch'] !== undefined;
const isSingle = (request: ValidRequest): boolean => !isBatch(request);
const isType =
  (...types: string[]) =>
  ({ body }: ValidRequest): boolean =>
    types.includes(String(body['type']));
const isLater = ({ body }: ValidRequest): boolean => body['mode'] === 'asynchronous';
const at =
  (provider: string, other: (request: ValidRequest) => boolean = always) =>
  (request: ValidRequest): boolean =>
    request.provider === provider && other(request);

const items = (body: Body): Item[] => (body['batch'] ?? []) as Item[];
/** The last record of a request and the pointer to it. */
function lastRecord(body: Body): { record: Body; pointer: string } {
  const last = items(body).length - 1;
  return last >= 0
    ? { record: items(body)[last]?.record ?? {}, pointer: `/batch/${last}/record` }
    : { record: body['record'] as Body, pointer: '/record' };
}
const set =
  (member: string, value: unknown, names: readonly string[] = [`/${member}`]) =>
  (body: Body): readonly string[] => {
    body[member] = value;
    return names;
  };
/** HubSpot forwards none at all, which is a fault of state: it is told of a header of the right form alone. */
const setHeader =
  (header: { key: string; value: string }, wrong: 'key' | 'value') =>
  (body: Body): readonly string[] =>
    set('headers', [header], [`/headers/0/${wrong}`])(body);
const inRecord =
  (change: (record: Body) => string) =>
  (body: Body): readonly string[] => {
    const { record, pointer } = lastRecord(body);
    return [`${pointer}${change(record)}`];
  };
const without = (body: Body, ...members: string[]): void => {
  for (const member of members) Reflect.deleteProperty(body, member);
};
const associations = [
  { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }] },
];
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** Faults of the whole body. */
const bodyFaults: readonly Fault[] = [
  { name: 'no groupRef', fits: always, put: (body) => (without(body, 'groupRef'), ['/groupRef']) },
  { name: 'empty groupRef', fits: always, put: set('groupRef', '') },
  { name: 'groupRef is a number', fits: always, put: set('groupRef', 7) },
  { name: 'no type', fits: always, put: (body) => (without(body, 'type'), ['/type']) },
  { name: 'unknown type', fits: always, put: set('type', 'upsert') },
  {
    name: 'unknown mode',
    fits: (request) => !isLater(request) && isType('create', 'update')(request),
    put: set('mode', 'later'),
  },
  {
    name: 'record and batch',
    fits: ({ body }) => body['associations'] === undefined,
    put: (body) => {
      const { record } = lastRecord(body);
      if (body['record'] === undefined) body['record'] = record;
      else body['batch'] = [{ record }];
      // The id stands in both now, which would be a fault of its own.
      without(body, 'batchPolicy');
      return ['/batch'];
    },
  },
  {
    name: 'neither record nor batch',
    fits: always,
    put: (body) => (without(body, 'record', 'batch', 'batchPolicy', 'autoBatchPolicy'), ['/record']),
  },
  {
    name: 'record is a text',
    fits: isType('create'),
    put: (body) => (without(body, 'batch', 'batchPolicy'), set('record', 'x')(body)),
  },
  { name: 'empty batch', fits: isBatch, put: set('batch', []) },
  {
    name: '101 records',
    fits: (request) => isBatch(request) && isType('create')(request),
    put: set(
      'batch',
      Array.from({ length: 101 }, () => ({ record: {} })),
    ),
  },
  {
    name: 'batch to delete',
    fits: isType('delete'),
    put: (body) => {
      body['batch'] = [{ record: body['record'] }];
      without(body, 'record');
      return ['/batch'];
    },
  },
  { name: 'unknown member', fits: always, put: set('autobatchpolicy', {}) },
  {
    name: 'unknown member of an item',
    fits: isBatch,
    put: (body) => {
      Object.assign(items(body)[0] ?? {}, { recrod: 1 });
      return ['/batch/0/recrod'];
    },
  },
  { name: 'batchPolicy of a single write', fits: isSingle, put: set('batchPolicy', { allOrNone: true }) },
  {
    name: 'allOrNone is a text',
    fits: isBatch,
    put: set('batchPolicy', { allOrNone: 'yes' }, ['/batchPolicy/allOrNone']),
  },
  {
    name: 'retryPolicy of a write at once',
    fits: (request) => !isLater(request),
    put: set('retryPolicy', {}),
  },
  {
    name: 'retryPolicy of 49 h',
    fits: isLater,
    put: set('retryPolicy', { deadlineHours: 49 }, ['/retryPolicy/deadlineHours']),
  },
  {
    name: 'autoBatchPolicy of a write at once',
    fits: (request) => !isLater(request),
    put: set('autoBatchPolicy', { maxDelayMinutes: 5 }),
  },
  {
    name: 'autoBatchPolicy without a delay',
    fits: (request) => isLater(request) && isSingle(request),
    put: set('autoBatchPolicy', {}, ['/autoBatchPolicy/maxDelayMinutes']),
  },
  {
    name: 'associations with a change',
    fits: isType('update', 'delete'),
    put: set('associations', associations),
  },
  {
    name: 'associations beside a batch',
    fits: (request) => isBatch(request) && isType('create')(request),
    put: set('associations', associations),
  },
  {
    name: 'a header that is never forwarded',
    fits: always,
    put: setHeader({ key: 'Host', value: 'x' }, 'key'),
  },
  {
    name: 'a header with a line end',
    fits: always,
    put: setHeader({ key: 'x-a', value: 'a\r\nb' }, 'value'),
  },
];

/** Faults of one record. */
const recordFaults: readonly Fault[] = [
  {
    name: 'no id',
    fits: isType('update', 'delete'),
    put: inRecord((record) => (without(record, 'id'), '/id')),
  },
  {
    name: 'empty id',
    fits: isType('update', 'delete'),
    put: inRecord((record) => ((record['id'] = ''), '/id')),
  },
  {
    name: 'id of a new record',
    fits: isType('create'),
    put: inRecord((record) => ((record['id'] = '1'), '/id')),
  },
  { name: 'U+0000', fits: always, put: inRecord((record) => ((record['city'] = 'a\0'), '/city')) },
  {
    name: 'half a surrogate pair',
    fits: always,
    put: inRecord((record) => ((record['city'] = '\udc00'), '/city')),
  },
  {
    name: '501 fields',
    fits: always,
    put: inRecord((record) => {
      for (let at = 0; at < 501; at += 1) record[`f${at}`] = at;
      return '';
    }),
  },
  {
    name: 'nested too deep',
    fits: isSingle,
    put: inRecord((record) => ((record['deep'] = nested(31)), `/deep${'/a'.repeat(30)}`)),
  },
];

/** Faults that only the provider decides. */
const providerFaults: readonly Fault[] = [
  {
    name: 'associations at Salesforce',
    fits: at('salesforce', (request) => isSingle(request) && isType('create')(request)),
    put: set('associations', associations),
  },
  { name: 'headers at HubSpot', fits: at('hubspot'), put: set('headers', [{ key: 'X-Trace', value: '1' }]) },
  {
    name: 'the same record twice in an all-or-none update',
    fits: (request) => isBatch(request) && isType('update')(request),
    put: (body) => {
      body['batchPolicy'] = { allOrNone: true };
      items(body).push({ record: { id: items(body)[0]?.record['id'] } });
      return [`/batch/${items(body).length - 1}/record/id`];
    },
  },
  {
    name: 'an id of another form',
    // In a batch that may be partial it fails its own record alone.
    fits: (request) => isType('update', 'delete')(request) && !isBatch(request),
    put: inRecord((record) => ((record['id'] = '../x'), '/id')),
  },
];

export const requestFaults: readonly RequestFault[] = [
  ...[...bodyFaults, ...recordFaults].map((fault) => ({ ...fault, of: 'form' as const })),
  ...providerFaults.map((fault) => ({ ...fault, of: 'state' as const })),
];
