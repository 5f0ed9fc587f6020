import type { IssueInput } from '@writ/problem-details';

type Body = Readonly<Record<string, unknown>>;

const issue = (name: string, detail: string, value?: unknown): IssueInput => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
});

/** Members of a write that exclude or need each other (Specification, Write records; Contract §4.1). */
export function exclusionRules(body: Body): readonly IssueInput[] {
  return [
    ...recordOrBatch(body),
    ...recordIds(body),
    ...associationPlaces(body),
    ...policies(body),
    ...duplicateIds(body),
  ];
}

function* recordOrBatch({ record, batch, type }: Body): Iterable<IssueInput> {
  if (record !== undefined && batch !== undefined) {
    yield issue('/batch', 'Give either `record` or `batch`, not both.', batch);
  }
  if (record === undefined && batch === undefined) {
    yield issue('/record', '`record` is missing; give `record`, or `batch` for several records.');
  }
  if (type === 'delete' && batch !== undefined) {
    yield issue('/batch', 'A delete is for a single `record`; it has no batch.', batch);
  }
}

/** The records of a body with the pointers to them, as far as it has the right form. */
function placedRecords({ record, batch }: Body): { pointer: string; record: Body }[] {
  const items = Array.isArray(batch)
    ? batch.map((item: unknown, index) => ({
        pointer: `/batch/${index}/record`,
        record: isObject(item) ? item['record'] : undefined,
      }))
    : [];
  return [{ pointer: '/record', record }, ...items].filter(
    (placed): placed is { pointer: string; record: Body } => isObject(placed.record),
  );
}

function* recordIds(body: Body): Iterable<IssueInput> {
  for (const { pointer, record } of placedRecords(body)) {
    const { id } = record;
    if (body['type'] === 'create' && id !== undefined) {
      yield issue(
        `${pointer}/id`,
        'A record to create has no `id` yet; leave it out, or use type `update`.',
        id,
      );
    }
    if ((body['type'] === 'update' || body['type'] === 'delete') && !isRecordId(id)) {
      yield issue(
        `${pointer}/id`,
        `A record to ${body['type']} needs its \`id\` at the provider, a non-empty string.`,
        id,
      );
    }
  }
}

const isRecordId = (id: unknown): boolean =>
  (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);

function* associationPlaces(body: Body): Iterable<IssueInput> {
  const inItems = Array.isArray(body['batch'])
    ? body['batch'].flatMap((item: unknown, index) =>
        isObject(item) && item['associations'] !== undefined
          ? [{ name: `/batch/${index}/associations`, value: item['associations'] }]
          : [],
      )
    : [];
  const { associations } = body;
  const atTop = associations === undefined ? [] : [{ name: '/associations', value: associations }];
  if (body['type'] === 'update' || body['type'] === 'delete') {
    for (const { name, value } of [...atTop, ...inItems]) {
      yield issue(name, 'Associations are made with a create only.', value);
    }
  } else if (atTop.length > 0 && body['batch'] !== undefined) {
    yield issue(
      '/associations',
      'In a batch, associations stand beside the `record` of each item.',
      associations,
    );
  }
}

function* policies(body: Body): Iterable<IssueInput> {
  const later = body['mode'] === 'asynchronous' && body['type'] !== 'delete';
  if (body['batchPolicy'] !== undefined && body['batch'] === undefined) {
    yield issue('/batchPolicy', '`batchPolicy` is for a `batch` only.', body['batchPolicy']);
  }
  if (body['autoBatchPolicy'] !== undefined && !(later && body['record'] !== undefined)) {
    yield issue(
      '/autoBatchPolicy',
      '`autoBatchPolicy` needs mode `asynchronous`, a single `record`, and create or update.',
      body['autoBatchPolicy'],
    );
  }
  if (body['retryPolicy'] !== undefined && !later) {
    yield issue('/retryPolicy', '`retryPolicy` needs mode `asynchronous`.', body['retryPolicy']);
  }
}

function* duplicateIds(body: Body): Iterable<IssueInput> {
  const { type, batchPolicy } = body;
  if (type !== 'update' || !isObject(batchPolicy) || batchPolicy['allOrNone'] !== true) return;
  const first = new Map<string, string>();
  for (const { pointer, record } of placedRecords(body)) {
    const id = String(record['id']);
    const before = first.get(id);
    if (before === undefined) first.set(id, pointer);
    else
      yield issue(
        `${pointer}/id`,
        `An all-or-none batch names each record once; this id stands in ${before} too.`,
        id,
      );
  }
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
