import { listLanes, type LaneView } from '@writ/lanes';
import { findByEntry, findOperation, type OperationRow } from '@writ/operation';
import { recordIdForms } from '@writ/providers';
import { foldedValue } from '@writ/write-core';
import { hitsOf, type Hit, type Search } from './hit.ts';

/** Operations by id, request, written records and values; lanes by id and account. */
export async function findWritten({ prisma, secrets, projectId, text, id, limit }: Search): Promise<Hit[]> {
  const own = id === undefined ? undefined : await findOperation(prisma, projectId, id);
  const recordIds = recordIdForms(text);
  const hashers = await secrets.valueHashers(projectId);
  const valueHashes = hashers.map((hash) => hash(foldedValue(text)));
  const others = await findByEntry(prisma, { projectId, value: text, recordIds, valueHashes, limit });
  const lane = id === undefined ? [] : await listLanes(prisma, projectId, { ids: [id], limit: 1 });
  const ofAccount = await listLanes(prisma, projectId, { account: text, limit });
  return [
    ...operations('id', [own]),
    ...others.flatMap((other) => operations(other.by, [other])),
    ...lanes('id', lane),
    ...lanes('account', ofAccount),
  ];
}

const operations = (by: Hit['by'], found: readonly (OperationRow | undefined)[]): Hit[] =>
  hitsOf('operation', by, found, ({ id, type, objectName, groupRef, result }) => ({
    below: `/operations/${id}`,
    text: `${type} ${objectName} for ${groupRef}: ${result ?? 'in progress'}`,
  }));

const lanes = (by: Hit['by'], found: readonly LaneView[]): Hit[] =>
  hitsOf('lane', by, found, ({ id, account, park }) => {
    const of = account ? `${account.provider} account ${account.account}` : 'a destination';
    return { below: `/lanes/${id}`, text: `backlog of ${of}${park ? `: ${park.reason}` : ''}` };
  });
