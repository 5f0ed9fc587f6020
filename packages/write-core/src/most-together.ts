import type { WritePlan } from './plan-write.ts';
import type { ForwardHeader, PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/**
 * So many creates share a call if nothing can find them again after a lost answer: they have no unique field and no external
 * id. All of them would be in doubt for good.
 */
export const mostUnfindable = 10;
/** So many records are read with one call to learn which of their fields are empty. */
const mostLookedAt = 100;

/**
 * How many records a provider call may have that an asynchronous write shares with other writes
 * (docs/decisions/share-a-call.md); undefined for one that goes alone. A batch stays whole: one that
 * fills a call has nothing to share. Of a create whose provider only describes what is
 * unique, it is the most for one that can be found again: whether it can is looked at before it is sent.
 *
 * @param gather of the object's config, or of the project; absent: as the provider does
 */
export function mostTogether(
  { type, form, allOrNone, records }: WritePlan,
  {
    objectName,
    headers,
    gather,
  }: { objectName: string; headers: readonly ForwardHeader[]; gather?: boolean },
  { batch, gathers, conditionalHeaders = [], uniqueFieldsOf }: ProviderDeclaration,
): number | undefined {
  if (!batch || gathers === undefined || !(gather ?? gathers) || type === 'delete') return undefined;
  if (allOrNone || records.some(({ refused }) => refused) || holdsOneTwice(records)) return undefined;
  if (headers.some(({ key }) => conditionalHeaders.includes(key.toLowerCase()))) return undefined;
  const looksFirst = records.some(({ ifEmpty }) => ifEmpty);
  const mayBeFound =
    type === 'update' ||
    !uniqueFieldsOf ||
    records.every((record) => uniqueValuesOf(record, uniqueFieldsOf(objectName)).length > 0);
  const most = Math.min(
    batch.maxRecords,
    looksFirst ? mostLookedAt : Infinity,
    mayBeFound ? Infinity : mostUnfindable,
  );
  return form === 'single' || (mayBeFound && records.length < most) ? most : undefined;
}

/** Updates of one record go one after the other, in calls of their own. */
const holdsOneTwice = (records: readonly PlannedRecord[]): boolean =>
  records.length > 1 && new Set(records.map(({ id, key = id }) => key ?? {})).size < records.length;

/** What two records may not both hold: names and values, as far as the provider's unique fields are known. */
export const uniqueValuesOf = ({ fields }: PlannedRecord, uniqueFields: readonly string[] = []): string[] =>
  uniqueFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [`${name} ${text.toLowerCase()}`];
  });
