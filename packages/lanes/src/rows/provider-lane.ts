import type { LaneKind } from '@writ/contracts';
import { idOf, type Prisma, type Queryable } from '@writ/db';

/** The words and their order are stored data: never change them. */
export const providerLaneId = (of: LaneAccount & { projectId: string }): string =>
  idOf('provider', of.projectId, of.provider, of.account);

export type LaneAccount = { provider: string; account: string };

/** Undefined for a destination. The previous release stored both in the name alone. */
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

/** Other lanes are absent. */
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

export async function projectLaneIds(
  db: Queryable,
  projectId: string,
  kind: LaneKind,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(ofProjectSql, [projectId, kind]);
  return rows.map(({ id }) => id);
}
