import type { WriteRequest } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';
import type { ProviderDeclaration } from '@writ/write-core';
import { bodyIssue, placedAssociations, placedRecords } from './readable-body.ts';

/** Checks a well-formed request against the provider: features, conditions, ids, and repeated ids. */
export function providerRules(body: WriteRequest, provider: ProviderDeclaration): readonly IssueInput[] {
  return [
    ...features(body, provider),
    ...conditions(body, provider),
    ...ids(body, provider),
    ...duplicateIds(body, provider),
  ];
}

function* features(body: WriteRequest, provider: ProviderDeclaration): Iterable<IssueInput> {
  const lacks = (what: string): string => `${provider.displayName} does not support ${what}.`;
  const { headers, batch, type } = body;
  if (!provider.associations) {
    for (const { pointer, value } of placedAssociations(body))
      yield bodyIssue(pointer, lacks('associations'), value);
  }
  if (!provider.headers && headers !== undefined && headers.length > 0)
    // Header values may be secrets.
    yield bodyIssue(
      '/headers',
      lacks('forwarded headers'),
      headers.map(({ key }) => ({ key })),
    );
  if (!provider.batch && batch !== undefined) yield bodyIssue('/batch', lacks('batch writes'), batch);
  if (!provider.writes.includes(type)) yield bodyIssue('/type', lacks(`type \`${type}\``), type);
}

/** A condition that the provider ignores would let through a write that its caller excluded. */
function* conditions(
  { headers, type, batch, autoBatchPolicy }: WriteRequest,
  { conditionalHeaders, displayName }: ProviderDeclaration,
): Iterable<IssueInput> {
  const isSingle = type === 'create' || type === 'update';
  if (isSingle && batch === undefined && autoBatchPolicy === undefined) return;
  for (const [index, { key }] of headers?.entries() ?? []) {
    if (conditionalHeaders?.includes(key.toLowerCase())) {
      const detail = `${displayName} heeds \`${key}\` only for a single create or update: leave it out, or send each record by itself, without \`autoBatchPolicy\`.`;
      yield bodyIssue(`/headers/${index}/key`, detail, key);
    }
  }
}

/** In a partial batch such a record fails alone, if any other can be written. */
function* ids(body: WriteRequest, provider: ProviderDeclaration): Iterable<IssueInput> {
  if (body.type === 'create' || body.type === 'upsert') return;
  const records = placedRecords(body);
  const strange = records.filter(({ record }) => !provider.recordIdPattern.test(String(record['id'])));
  if (strange.length < records.length && !isUpdatedWhole(body, provider)) return;
  for (const { pointer, record } of strange)
    yield bodyIssue(`${pointer}/id`, `This is not a ${provider.displayName} record id.`, record['id']);
}

/** Some providers update in part whatever is asked (Specification, Write records, rule 4). */
const isUpdatedWhole = ({ type, batchPolicy }: WriteRequest, { batch }: ProviderDeclaration): boolean =>
  type === 'update' && batchPolicy?.allOrNone === true && batch?.allOrNone.update === true;

function* duplicateIds(body: WriteRequest, provider: ProviderDeclaration): Iterable<IssueInput> {
  if (!isUpdatedWhole(body, provider)) return;
  const first = new Map<string, string>();
  for (const { pointer, record } of placedRecords(body)) {
    const key = provider.recordKeyOf(String(record['id']));
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, pointer);
    } else {
      const detail = `An all-or-none batch names each record once; this one stands in ${before} too.`;
      yield bodyIssue(`${pointer}/id`, detail, record['id']);
    }
  }
}
