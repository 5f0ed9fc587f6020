import type { LaneKind } from '@writ/contracts';
import { idOf, type Queryable } from '@writ/db';
import type { LaneTouch } from './lane-rows.ts';

/**
 * The lane of a provider account: every process computes the same id. The words and their order are part of the stored
 * data and never change.
 */
export const providerLane = ({
  projectId,
  provider,
  account,
}: {
  projectId: string;
  provider: string;
  account: string;
}): LaneTouch => ({
  id: idOf('provider', projectId, provider, account),
  projectId,
  kind: 'provider',
  name: `${provider} ${account}`,
});

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
