import type { WritePlan } from './plan-write.ts';
import type { ForwardHeader, PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/**
 * Creates that may share a call if they have no unique field or external id: after a lost answer they could not be
 * found, and all would stay in doubt.
 */
export const mostUnfindable = 10;
/** One call reads so many records to find their empty fields. */
const mostLookedAt = 100;

/**
 * Records that an asynchronous write's shared provider call may have (docs/decisions/share-a-call.md); undefined: it
 * never shares. A batch stays whole: one that fills a call shares nothing. If only the provider's description names
 * unique fields, they are checked before sending, so the larger limit applies.
 *
 * @param gather setting of the object's config or the project; absent: the provider's default
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

/** Updates of one record go one after the other, in separate calls. */
const holdsOneTwice = (records: readonly PlannedRecord[]): boolean =>
  records.length > 1 && new Set(records.map(({ id, key = id }) => key ?? {})).size < records.length;

/** Names and values that no two records may share, as far as unique fields are known. */
export const uniqueValuesOf = ({ fields }: PlannedRecord, uniqueFields: readonly string[] = []): string[] =>
  uniqueFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [`${name} ${text.toLowerCase()}`];
  });
