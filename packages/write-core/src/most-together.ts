import type { WritePlan } from './plan-write.ts';
import type { ForwardHeader, PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/**
 * How many records a provider call may have that an asynchronous write shares with other writes
 * (docs/decisions/share-a-call.md); undefined for one that goes alone. So does a create that nothing could find again after a
 * lost answer: in a call with others, more creates would be in doubt than today.
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
  if (!batch || gathers !== true || gather === false) return undefined;
  if (form !== 'single' || type === 'delete' || !record || record.refused) return undefined;
  if (headers.some(({ key }) => conditionalHeaders.includes(key.toLowerCase()))) return undefined;
  const isFound = type === 'update' || uniqueValuesOf(record, uniqueFieldsOf?.(objectName)).length > 0;
  return isFound ? batch.maxRecords : undefined;
}

/** What two records may not both hold: names and values, as far as the provider's unique fields are known. */
export const uniqueValuesOf = ({ fields }: PlannedRecord, uniqueFields: readonly string[] = []): string[] =>
  uniqueFields.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? [] : [`${name} ${text.toLowerCase()}`];
  });
