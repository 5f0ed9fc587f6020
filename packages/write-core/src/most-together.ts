import type { WritePlan } from './plan-write.ts';
import { looksFirst, upsertKeyOf, type ForwardHeader, type PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/**
 * Creates per call without unique field or external id: after a lost answer they cannot be found, and all
 * stay in doubt.
 */
export const mostUnfindable = 10;
const mostLookedAt = 100;

/**
 * Records in an asynchronous write's shared provider call (docs/decisions/share-a-call.md); undefined: never
 * shares. A batch stays whole, so a full one shares nothing. Unique fields that only the provider's
 * description names are checked before sending, so the larger limit applies.
 * @param gather of the object's config or project; absent: the provider's default
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
  const mayBeFound =
    type !== 'create' ||
    !uniqueFieldsOf ||
    records.every((record) => uniqueValuesOf(record, uniqueFieldsOf(objectName)).length > 0);
  const most = Math.min(
    batch.maxRecords,
    records.some(looksFirst) ? mostLookedAt : Infinity,
    mayBeFound ? Infinity : mostUnfindable,
  );
  return form === 'single' || (mayBeFound && records.length < most) ? most : undefined;
}

/** They go one after the other. */
const holdsOneTwice = (records: readonly PlannedRecord[]): boolean =>
  records.length > 1 &&
  new Set(records.map((one) => one.key ?? one.id ?? upsertKeyOf(one) ?? {})).size < records.length;

/** No two records may share a name and value. */
export const uniqueValuesOf = ({ fields }: PlannedRecord, uniqueFields: readonly string[] = []): string[] =>
  uniqueFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [`${name} ${text.toLowerCase()}`];
  });
