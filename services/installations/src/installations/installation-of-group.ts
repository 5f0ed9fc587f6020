import type { Queryable } from '@writ/db';
import { listInstallations, type Integration } from '@writ/installation';
import { notFound, type Refusal } from '@writ/problem-details';

/** The id of the installation that a group has of an integration. */
export async function installationOfGroup(
  db: Queryable,
  { projectId, id: integrationId }: Integration,
  groupRef: string,
): Promise<string | undefined> {
  return (await listInstallations(db, { projectId, integrationId, groupRef }))[0]?.id;
}

/** The installation that a body names, by its id or its group, is none of the integration's. */
export function noInstallation({
  installationId,
  groupRef,
}: {
  installationId?: string | undefined;
  groupRef?: string | undefined;
}): Refusal {
  const detail = 'The integration has no such installation.';
  return installationId === undefined
    ? notFound('body', '/groupRef', groupRef, detail)
    : notFound('body', '/installationId', installationId, detail);
}
