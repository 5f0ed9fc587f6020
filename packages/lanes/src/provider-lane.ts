import type { LaneKind } from '@writ/contracts';
import { idOf, type Queryable } from '@writ/db';

/**
 * The lane of a provider account: every process computes the same id. The words and their order are part of the stored
 * data and never change.
 */
export const providerLaneId = ({
  projectId,
  provider,
  account,
}: {
  projectId: string;
  provider: string;
  account: string;
}): string => idOf('provider', projectId, provider, account);

/**
 * SQL: provider and account of a row of `lane`, null for a destination. Processes of the release before tell both in the
 * name alone.
 */
export const laneAccount = {
  provider: `CASE WHEN kind = 'provider' THEN coalesce(provider, split_part(name, ' ', 1)) END`,
  account: `CASE WHEN kind = 'provider' THEN coalesce(account, substr(name, strpos(name, ' ') + 1)) END`,
};

/** The provider of whose account a lane is the backlog; undefined for other lanes, and one that does not exist. */
export async function laneProvider(db: Queryable, laneId: string): Promise<string | undefined> {
  const text = `SELECT ${laneAccount.provider} AS provider FROM lane WHERE id = $1`;
  const { rows } = await db.query<{ provider: string | null }>(text, [laneId]);
  return rows[0]?.provider ?? undefined;
}

/** Ids of a project's lanes of a kind. */
export async function projectLaneIds(
  db: Queryable,
  projectId: string,
  kind: LaneKind,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM lane WHERE project_id = $1 AND kind = $2', [
    projectId,
    kind,
  ]);
  return rows.map(({ id }) => id);
}
