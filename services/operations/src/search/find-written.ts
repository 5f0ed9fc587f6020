import { listLanes, type LaneView } from '@writ/lanes';
import { findByEntry, findOperation, type OperationRow } from '@writ/operation';
import { recordIdForms } from '@writ/providers';
import type { Hit, Search } from './hit.ts';

/** Operations: by their ids, and by what they were asked for with and have written. Lanes: by their ids and accounts. */
export async function findWritten({ prisma, projectId, text, id, limit }: Search): Promise<Hit[]> {
  const own = id === undefined ? undefined : await findOperation(prisma, projectId, id);
  const others = await findByEntry(prisma, {
    projectId,
    value: text,
    recordIds: recordIdForms(text),
    limit,
  });
  const lane = id === undefined ? [] : await listLanes(prisma, projectId, { ids: [id], limit: 1 });
  const lanes = await listLanes(prisma, projectId, { account: text, limit });
  return [
    ...[...(own ? [{ ...own, by: 'id' as const }] : []), ...others].map(toHit),
    ...lane.map((one) => toLane(one, 'id')),
    ...lanes.map((one) => toLane(one, 'account')),
  ];
}

const toHit = ({ by, ...operation }: OperationRow & Pick<Hit, 'by'>): Hit => ({
  type: 'operation',
  id: operation.id,
  by,
  below: `/operations/${operation.id}`,
  text: `${operation.type} ${operation.objectName} for ${operation.groupRef}: ${operation.result ?? 'in progress'}`,
  time: operation.createTime,
});

const toLane = ({ id, account, park, createTime }: LaneView, by: Hit['by']): Hit => ({
  type: 'lane',
  id,
  by,
  below: `/lanes/${id}`,
  text: `backlog of ${account ? `${account.provider} account ${account.account}` : 'a destination'}${park ? `: ${park.reason}` : ''}`,
  time: createTime,
});
