import type { Queryable } from '@writ/db';
import { listInstallations, type Integration } from '@writ/installation';

/** The id of the installation that a group has of an integration. */
export async function installationOfGroup(
  db: Queryable,
  { projectId, id: integrationId }: Integration,
  groupRef: string,
): Promise<string | undefined> {
  return (await listInstallations(db, { projectId, integrationId, groupRef }))[0]?.id;
}
