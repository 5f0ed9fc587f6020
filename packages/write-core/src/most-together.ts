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
 * (docs/decisions/share-a-call.md); undefined for one that goes alone. Of a create whose provider only describes what is
 * unique, it is the most for one that can be found again: whether it can is looked at before it is sent.
 *
 * @param gather what the installation's config says of the object
 */
export function mostTogether(
  { type, form, records }: WritePlan,
  {
    objectName,
    headers,
    gather,
  }: { objectName: string; headers: readonly ForwardHeader[]; gather?: boolean },
  { batch, gathers, conditionalHeaders = [], uniqueFieldsOf }: ProviderDeclaration,
): number | undefined {
  const [record] = records;
  if (!batch || gathers === undefined || !(gather ?? gathers)) return undefined;
  if (form !== 'single' || type === 'delete' || !record || record.refused) return undefined;
  if (headers.some(({ key }) => conditionalHeaders.includes(key.toLowerCase()))) return undefined;
  if (record.ifEmpty) return Math.min(batch.maxRecords, mostLookedAt);
  const mayBeFound =
    type === 'update' || !uniqueFieldsOf || uniqueValuesOf(record, uniqueFieldsOf(objectName)).length > 0;
  return mayBeFound ? batch.maxRecords : Math.min(batch.maxRecords, mostUnfindable);
}

/** What two records may not both hold: names and values, as far as the provider's unique fields are known. */
export const uniqueValuesOf = ({ fields }: PlannedRecord, uniqueFields: readonly string[] = []): string[] =>
  uniqueFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [`${name} ${text.toLowerCase()}`];
  });
