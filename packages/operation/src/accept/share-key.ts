import { idOf } from '@writ/db';
import type { NewOperation } from '../operation.ts';

/**
 * Equal for operations of a lane that may share a call. Operations that read the record first are apart, as that takes
 * a call. Undefined: never shares.
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
