import type { StackProvider } from '@writ/stack';
import type { Body, ValidRequest } from './valid-request.ts';

export type RequestFault = {
  name: string;
  /** Issues of state, here the provider's rules, appear only if the form is valid (Contract §2). */
  of: 'form' | 'state';
  fits: Fits;
  put: Put;
};

type Fits = (request: ValidRequest) => boolean;
type Put = (body: Body, provider: StackProvider) => readonly string[];
type Row = readonly [name: string, fits: Fits, put: Put];
type Item = { record: Body; associations?: unknown };

const always: Fits = () => true;
const isBatch: Fits = ({ body }) => body['batch'] !== undefined;
const isSingle: Fits = (request) => !isBatch(request);
const isLater: Fits = ({ body }) => body['mode'] === 'asynchronous';
const isNow: Fits = (request) => !isLater(request);
const isType =
  (...types: string[]): Fits =>
  ({ body }) =>
    types.includes(String(body['type']));
const isAt =
  (provider: StackProvider): Fits =>
  (request) =>
    request.provider === provider;
const all =
  (...conditions: Fits[]): Fits =>
  (request) =>
    conditions.every((fits) => fits(request));

const items = (body: Body): Item[] => (body['batch'] ?? []) as Item[];
function lastRecord(body: Body): { record: Body; pointer: string } {
  const last = items(body).length - 1;
  return last >= 0
    ? { record: items(body)[last]?.record ?? {}, pointer: `/batch/${last}/record` }
    : { record: body['record'] as Body, pointer: '/record' };
}
const without = (body: Body, ...members: string[]): void => {
  for (const member of members) Reflect.deleteProperty(body, member);
};
const drop =
  (...members: [string, ...string[]]): Put =>
  (body) => (without(body, ...members), [`/${members[0]}`]);
const set =
  (member: string, value: unknown, name = `/${member}`): Put =>
  (body) => ((body[member] = value), [name]);
/** HubSpot forwards no header, an issue of state; issues of the form come first. */
const header = (key: string, value: string, wrong: 'key' | 'value'): Put =>
  set('headers', [{ key, value }], `/headers/0/${wrong}`);
const inRecord =
  (change: (record: Body) => string): Put =>
  (body) => {
    const { record, pointer } = lastRecord(body);
    return [`${pointer}${change(record)}`];
  };
const setField = (field: string, value: unknown, name = `/${field}`): Put =>
  inRecord((record) => ((record[field] = value), name));

const associations = [
  { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }] },
];
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const tooMany = Array.from({ length: 101 }, () => ({ record: {} }));

const bothRecordAndBatch: Put = (body) => {
  const { record } = lastRecord(body);
  if (body['record'] === undefined) body['record'] = record;
  else body['batch'] = [{ record }];
  // Would be another fault.
  without(body, 'batchPolicy');
  return ['/batch'];
};
const batchToDelete: Put = (body) => {
  body['batch'] = [{ record: body['record'] }];
  without(body, 'record');
  return ['/batch'];
};
const unknownOfItem: Put = (body) => {
  Object.assign(items(body)[0] ?? {}, { recrod: 1 });
  return ['/batch/0/recrod'];
};
const manyFields = inRecord((record) => {
  for (let at = 0; at < 501; at += 1) record[`f${at}`] = at;
  return '';
});
const sameRecordTwice: Put = (body) => {
  body['batchPolicy'] = { allOrNone: true };
  items(body).push({ record: { id: items(body)[0]?.record['id'] } });
  return [`/batch/${items(body).length - 1}/record/id`];
};

const noKeyValue: Put = (body) => {
  const { record, pointer } = lastRecord(body);
  without(record, String(body['key']));
  return [`${pointer}/${String(body['key'])}`];
};

const ofForm: readonly Row[] = [
  ['no groupRef', always, drop('groupRef')],
  ['empty groupRef', always, set('groupRef', '')],
  ['groupRef is a number', always, set('groupRef', 7)],
  ['no type', always, drop('type')],
  ['unknown type', always, set('type', 'merge')],
  ['unknown mode', all(isNow, isType('create', 'update')), set('mode', 'later')],
  ['record and batch', ({ body }) => body['associations'] === undefined, bothRecordAndBatch],
  ['neither record nor batch', always, drop('record', 'batch', 'batchPolicy', 'autoBatchPolicy')],
  [
    'record is a text',
    isType('create'),
    (body) => (without(body, 'batch', 'batchPolicy'), (body['record'] = 'x'), ['/record']),
  ],
  ['empty batch', isBatch, set('batch', [])],
  ['101 records', all(isBatch, isType('create')), set('batch', tooMany)],
  ['batch to delete', isType('delete'), batchToDelete],
  ['unknown member', always, set('autobatchpolicy', {})],
  ['unknown member of an item', isBatch, unknownOfItem],
  ['batchPolicy of a single write', isSingle, set('batchPolicy', { allOrNone: true })],
  ['allOrNone is a text', isBatch, set('batchPolicy', { allOrNone: 'yes' }, '/batchPolicy/allOrNone')],
  ['retryPolicy of a synchronous write', isNow, set('retryPolicy', {})],
  ['retryPolicy of 49 h', isLater, set('retryPolicy', { deadlineHours: 49 }, '/retryPolicy/deadlineHours')],
  ['autoBatchPolicy of a synchronous write', isNow, set('autoBatchPolicy', { maxDelayMinutes: 5 })],
  [
    'autoBatchPolicy without a delay',
    all(isLater, isSingle),
    set('autoBatchPolicy', {}, '/autoBatchPolicy/maxDelayMinutes'),
  ],
  ['associations with a change', isType('update', 'delete'), set('associations', associations)],
  ['associations beside a batch', all(isBatch, isType('create')), set('associations', associations)],
  ['a header that is never forwarded', always, header('Host', 'x', 'key')],
  ['a header with a line end', always, header('x-a', 'a\r\nb', 'value')],
  ['no id', isType('update', 'delete'), inRecord((record) => (without(record, 'id'), '/id'))],
  ['empty id', isType('update', 'delete'), setField('id', '')],
  ['id of a new record', isType('create', 'upsert'), setField('id', '1')],
  ['no key', isType('upsert'), drop('key')],
  ['key of another type', isType('create', 'update', 'delete'), set('key', 'email')],
  ['no value of the key', isType('upsert'), noKeyValue],
  ['unknown `onMissing`', isType('upsert'), set('onMissing', 'skip')],
  ['U+0000', always, setField('city', 'a\0')],
  ['half a surrogate pair', always, setField('city', '\udc00')],
  ['501 fields', always, manyFields],
  ['nested too deep', isSingle, setField('deep', nested(31), `/deep${'/a'.repeat(30)}`)],
];

const ofState: readonly Row[] = [
  [
    'associations at Salesforce',
    all(isAt('salesforce'), isSingle, isType('create')),
    set('associations', associations),
  ],
  ['headers at HubSpot', isAt('hubspot'), set('headers', [{ key: 'X-Trace', value: '1' }])],
  ['the same record twice in an all-or-none update', all(isBatch, isType('update')), sameRecordTwice],
  // In a partial batch only its record fails.
  ['an id of another form', all(isSingle, isType('update', 'delete')), setField('id', '../x')],
];

const faultsOf = (rows: readonly Row[], of: RequestFault['of']): RequestFault[] =>
  rows.map(([name, fits, put]) => ({ name, of, fits, put }));

export const requestFaults: readonly RequestFault[] = [
  ...faultsOf(ofForm, 'form'),
  ...faultsOf(ofState, 'state'),
];
