import type { IssueInput } from '@writ/problem-details';
import type { ProviderDeclaration } from '@writ/write-core';
import { isObject, isRecordId, placedItems, placedRecords, type ReadableBody } from './readable-body.ts';

const issue = (name: string, detail: string, value: unknown): IssueInput => ({
  in: 'body',
  name,
  detail,
  value,
});

/**
 * What the provider of this installation cannot do, what an id of its records never looks like, and which ids
 * are of one record where each may come once. Tolerant of any
 * body, so that its issues stand beside those of the schema in one answer.
 */
export function providerRules(body: ReadableBody, provider: ProviderDeclaration): readonly IssueInput[] {
  return [...features(body, provider), ...ids(body, provider), ...duplicateIds(body, provider)];
}

function* features(body: ReadableBody, provider: ProviderDeclaration): Iterable<IssueInput> {
  const lacks = (what: string): string => `${provider.displayName} does not support ${what}.`;
  const { associations, headers, batch, type } = body;
  if (!provider.associations) {
    if (associations !== undefined) yield issue('/associations', lacks('associations'), associations);
    for (const { pointer, item } of placedItems(body)) {
      if (item['associations'] !== undefined)
        yield issue(`${pointer}/associations`, lacks('associations'), item['associations']);
    }
  }
  if (!provider.headers && headers !== undefined)
    yield issue('/headers', lacks('forwarded headers'), namesOf(headers));
  if (!provider.batch && batch !== undefined) yield issue('/batch', lacks('batch writes'), batch);
  if (isWriteType(type) && !provider.writes.includes(type))
    yield issue('/type', lacks(`type \`${type}\``), type);
}

/** Values of headers may be secrets. */
const namesOf = (headers: unknown): unknown =>
  Array.isArray(headers)
    ? headers.map((header: unknown) => (isObject(header) ? { key: header['key'] } : {}))
    : undefined;

const isWriteType = (type: unknown): type is ProviderDeclaration['writes'][number] =>
  type === 'create' || type === 'update' || type === 'delete';

/** A create has no id, and one that is no id at all is told already. */
function* ids(body: ReadableBody, provider: ProviderDeclaration): Iterable<IssueInput> {
  if (body['type'] !== 'update' && body['type'] !== 'delete') return;
  for (const { pointer, record } of placedRecords(body)) {
    const { id } = record;
    if (isRecordId(id) && !provider.recordIdPattern.test(String(id))) {
      yield issue(`${pointer}/id`, `This is no record id of ${provider.displayName}.`, id);
    }
  }
}

function* duplicateIds(body: ReadableBody, { recordKeyOf }: ProviderDeclaration): Iterable<IssueInput> {
  const { type, batchPolicy } = body;
  if (type !== 'update' || !isObject(batchPolicy) || batchPolicy['allOrNone'] !== true) return;
  const first = new Map<string, string>();
  for (const { pointer, record } of placedRecords(body)) {
    const { id } = record;
    if (!isRecordId(id)) continue;
    const key = recordKeyOf(String(id));
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, pointer);
    } else {
      const detail = `An all-or-none batch names each record once; this one stands in ${before} too.`;
      yield issue(`${pointer}/id`, detail, id);
    }
  }
}
