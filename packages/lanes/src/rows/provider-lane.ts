import type { LaneKind } from '@writ/contracts';
import { idOf, type Prisma, type Queryable } from '@writ/db';

/**
 * The lane of a provider account: every process computes the same id. The words and their order are part of the stored
 * data and never change.
 */
export const providerLaneId = (of: LaneAccount & { projectId: string }): string =>
  idOf('provider', of.projectId, of.provider, of.account);

/** Which provider's account a lane is the backlog of. */
export type LaneAccount = { provider: string; account: string };

/** Undefined for a destination. Processes of the release before tell both in the name alone. */
export function laneAccount({
  kind,
  ...lane
}: Pick<Prisma.LaneModel, 'kind' | 'name' | 'provider' | 'account'>): LaneAccount | undefined {
  if (kind !== 'provider') return undefined;
  const [provider = '', ...account] = lane.name.split(' ');
  return { provider: lane.provider ?? provider, account: lane.account ?? account.join(' ') };
}

const accountsSql = 'SELECT id, kind, name, provider, account FROM lane WHERE id = ANY ($1::uuid[])';

type AccountRow = Pick<Prisma.LaneModel, 'id'> & Parameters<typeof laneAccount>[0];

/** By lane, the provider of whose account it is the backlog; other lanes, and those that do not exist, are left out. */
export async function laneProviders(
  db: Queryable,
  laneIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<AccountRow>(accountsSql, [laneIds]);
  return new Map(
    rows.flatMap((row) => {
      const account = laneAccount(row);
      return account ? [[row.id, account.provider]] : [];
    }),
  );
}

const ofProjectSql = 'SELECT id FROM lane WHERE project_id = $1 AND kind = $2';

/** Ids of a project's lanes of a kind. */
export async function projectLaneIds(
  db: Queryable,
  projectId: string,
  kind: LaneKind,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(ofProjectSql, [projectId, kind]);
  return rows.map(({ id }) => id);
}
