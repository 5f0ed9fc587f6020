import { idOf } from '@writ/db';
import type { NewOperation } from '../operation.ts';

/**
 * The same for operations of one lane that may share a provider call: they are sent through one stored connection, in the
 * same way. Those that look at the record first are apart, as that takes a call of its own. Undefined for one that goes alone.
 */
export function shareKeyOf({
  together,
  connectionId,
  objectName,
  type,
  forwardHeaders,
  records,
}: NewOperation): string | undefined {
  if (together === undefined) return undefined;
  const looksFirst = records.some(({ ifEmpty }) => ifEmpty !== undefined);
  return idOf('share', connectionId, objectName, type, String(looksFirst), JSON.stringify(forwardHeaders));
}
