import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderDeclaration, RecordOutcome } from '@writ/write-core';

/** What a create wrote, going by the `Location` header of an answer whose body shows nothing. */
export function locatedId(
  { location }: IncomingHttpHeaders,
  { recordIdPattern, displayName }: ProviderDeclaration,
): RecordOutcome | undefined {
  const recordId = location?.slice(location.lastIndexOf('/') + 1);
  if (recordId === undefined || !recordIdPattern.test(recordId)) return undefined;
  return { kind: 'written', recordId, warnings: [`${displayName} created the record but did not show it.`] };
}
