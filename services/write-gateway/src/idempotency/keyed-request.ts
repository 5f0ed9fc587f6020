import { createHash } from 'node:crypto';
import type { WriteRequest } from '@writ/contracts';
import type { KeyedRequest } from '@writ/operation';
import canonicalize from 'canonicalize';

/** Equivalent bodies have equal hashes. */
export function keyedRequest(
  key: string | undefined,
  { projectId, integrationId }: { projectId: string; integrationId: string },
  objectName: string,
  body: WriteRequest,
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  const canonical = canonicalize(body) ?? '';
  const bodyHash = createHash('sha256').update(canonical).digest();
  return { projectId, scope: `${integrationId}/${objectName}`, key, bodyHash };
}
