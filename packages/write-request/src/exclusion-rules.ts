import { pointerTo } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';
import {
  bodyIssue,
  isNone,
  isRecordId,
  placedAssociations,
  placedRecords,
  type ReadableBody,
} from './readable-body.ts';

/** Members that exclude or need each other (Specification, Write records; Contract §4.1). */
export function exclusionRules(body: ReadableBody): readonly IssueInput[] {
  return [
    ...recordOrBatch(body),
    ...recordIds(body),
    ...upsertKey(body),
    ...associationPlaces(body),
    ...policies(body),
  ];
}

/** Also if the member has a wrong type, which rules see as undefined. */
const has = (body: ReadableBody, name: string): boolean => Object.hasOwn(body, name);

function* recordOrBatch(body: ReadableBody): Iterable<IssueInput> {
  const { batch, type } = body;
  const [hasRecord, hasBatch] = [has(body, 'record'), has(body, 'batch')];
  if (hasRecord && hasBatch) {
    yield bodyIssue('/batch', 'Give either `record` or `batch`, not both.', batch);
  }
  if (!hasRecord && !hasBatch) {
    yield bodyIssue('/record', '`record` is missing; give `record`, or `batch` for several records.');
  }
  if (type === 'delete' && hasBatch) {
    yield bodyIssue('/batch', 'A delete is for a single `record`; it has no batch.', batch);
  }
}

export function* recordIds(body: ReadableBody): Iterable<IssueInput> {
  for (const { pointer, record } of placedRecords(body)) {
    const { id } = record;
    if ((body['type'] === 'create' || body['type'] === 'upsert') && id !== undefined) {
      yield bodyIssue(
        `${pointer}/id`,
        body['type'] === 'create'
          ? 'A record to create has no `id` yet; leave it out, or use type `update`.'
          : 'An upsert finds the record by its `key`; leave `id` out, or use type `update`.',
        id,
      );
    }
    if ((body['type'] === 'update' || body['type'] === 'delete') && !isRecordId(id)) {
      yield bodyIssue(
        `${pointer}/id`,
        `A record to ${body['type']} needs its \`id\` at the provider: a text that is not empty, or a whole number that is passed on as it was written.`,
        id,
      );
    }
  }
}

/** An upsert names a field, and each of its records has a value there. */
export function* upsertKey(body: ReadableBody): Iterable<IssueInput> {
  const { type, key } = body;
  if (type === 'create' || type === 'update' || type === 'delete') {
    for (const name of ['key', 'onMissing'])
      if (has(body, name))
        yield bodyIssue(`/${name}`, `\`${name}\` is for type \`upsert\` only.`, body[name]);
  }
  if (type !== 'upsert') return;
  if (!has(body, 'key')) yield bodyIssue('/key', 'An upsert needs `key`: the field that finds the record.');
  if (typeof key !== 'string' || key === '') return;
  for (const { pointer, record } of placedRecords(body)) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    if (!isKeyValue(value))
      yield bodyIssue(
        pointerTo(pointer, key),
        `\`${key}\` is the key of the upsert: give a text that is not empty, or a number.`,
        value,
      );
  }
}

const isKeyValue = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

function* associationPlaces(body: ReadableBody): Iterable<IssueInput> {
  const { type, associations, onMissing } = body;
  if (type === 'update' || type === 'delete' || onMissing === 'fail') {
    for (const { pointer, value } of placedAssociations(body))
      yield bodyIssue(pointer, 'Associations are made with a create only.', value);
  } else if (!isNone(associations) && has(body, 'batch')) {
    yield bodyIssue(
      '/associations',
      'In a batch, associations belong beside the `record` of each item.',
      associations,
    );
  }
}

function* policies(body: ReadableBody): Iterable<IssueInput> {
  const later = body['mode'] === 'asynchronous' && body['type'] !== 'delete';
  if (has(body, 'batchPolicy') && !has(body, 'batch')) {
    yield bodyIssue('/batchPolicy', '`batchPolicy` is for a `batch` only.', body['batchPolicy']);
  }
  if (has(body, 'autoBatchPolicy') && !(later && has(body, 'record'))) {
    yield bodyIssue(
      '/autoBatchPolicy',
      '`autoBatchPolicy` needs mode `asynchronous` and a single `record`, and is not for a delete.',
      body['autoBatchPolicy'],
    );
  }
  if (has(body, 'retryPolicy') && !later) {
    yield bodyIssue(
      '/retryPolicy',
      body['type'] === 'delete'
        ? '`retryPolicy` is for asynchronous writes, and a delete is never one.'
        : '`retryPolicy` needs mode `asynchronous`.',
      body['retryPolicy'],
    );
  }
}
