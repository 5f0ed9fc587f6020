import { findByEntry, findOperation, type OperationRow } from '@writ/operation';
import type { Hit, Search } from './hit.ts';

/** Operations: by their ids, and by what they were asked for with and have written. */
export async function findWritten({ prisma, projectId, text, id, limit }: Search): Promise<Hit[]> {
  const own = id === undefined ? undefined : await findOperation(prisma, projectId, id);
  const others = await findByEntry(prisma, { projectId, value: text, limit });
  return [...(own ? [{ ...own, by: 'id' as const }] : []), ...others].map(toHit);
}

const toHit = ({ by, ...operation }: OperationRow & Pick<Hit, 'by'>): Hit => ({
  type: 'operation',
  id: operation.id,
  by,
  below: `/operations/${operation.id}`,
  text: `${operation.type} ${operation.objectName} for ${operation.groupRef}: ${operation.result ?? 'in progress'}`,
  time: operation.createTime,
});
