import { idOf } from '@writ/db';
import { looksFirst } from '@writ/write-core';
import type { NewOperation } from '../operation.ts';

/**
 * Equal for operations of a lane that may share a call; undefined: never shares. Operations that read the
 * record first are apart, as that takes a call.
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
  const kind = records[0]?.upsert ? `${type} ${records[0].upsert.field}` : type;
  const looks = String(records.some(looksFirst));
  return idOf('share', connectionId, objectName, kind, looks, JSON.stringify(forwardHeaders));
}
