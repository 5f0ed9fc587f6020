import type { Queryable } from '@writ/db';

/** The facts that every event of an installation tells (Contract §6.1). */
export type InstallationFacts = {
  projectId: string;
  provider: string;
  integrationId: string;
  integrationName: string;
  installationId: string;
  groupRef: string;
  groupName?: string;
  connectionId?: string;
  consumerRef?: string;
  consumerName?: string;
};

/** Picks the facts of an event; a member without a value is left out. */
export function installationFacts(source: InstallationFacts): InstallationFacts {
  const { groupName, connectionId, consumerRef, consumerName } = source;
  return {
    projectId: source.projectId,
    provider: source.provider,
    integrationId: source.integrationId,
    integrationName: source.integrationName,
    installationId: source.installationId,
    groupRef: source.groupRef,
    ...(groupName !== undefined && { groupName }),
    ...(connectionId !== undefined && { connectionId }),
    ...(consumerRef !== undefined && { consumerRef }),
    ...(consumerName !== undefined && { consumerName }),
  };
}

/** What an operation still knows of its installation, also after that was deleted. */
export type InstallationRef = Pick<
  InstallationFacts,
  'projectId' | 'provider' | 'integrationId' | 'installationId' | 'groupRef'
> & { connectionId: string };

type Names = {
  integration_name: string | null;
  group_name: string | null;
  consumer_ref: string | null;
  consumer_name: string | null;
};

const findNames = `
  SELECT integration.name AS integration_name, installation.group_name, connection.consumer_ref,
         connection.consumer_name
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY
       AS ref (integration_id, installation_id, connection_id, nr)
  LEFT JOIN integration ON integration.id = ref.integration_id
  LEFT JOIN installation ON installation.id = ref.installation_id
  LEFT JOIN connection ON connection.id = ref.connection_id
  ORDER BY ref.nr`;

/**
 * Adds the names to what operations know of their installations, in one statement and in their order. An integration
 * that has been deleted meanwhile is called by its id.
 */
export async function findInstallationFacts(
  tx: Queryable,
  refs: readonly InstallationRef[],
): Promise<InstallationFacts[]> {
  const { rows } = await tx.query<Names>(findNames, [
    refs.map((ref) => ref.integrationId),
    refs.map((ref) => ref.installationId),
    refs.map((ref) => ref.connectionId),
  ]);
  return refs.map((ref, index) => withNames(ref, rows[index]));
}

function withNames(ref: InstallationRef, names: Names | undefined): InstallationFacts {
  return installationFacts({
    ...ref,
    integrationName: names?.integration_name ?? ref.integrationId,
    ...(names?.group_name != null && { groupName: names.group_name }),
    ...(names?.consumer_ref != null && { consumerRef: names.consumer_ref }),
    ...(names?.consumer_name != null && { consumerName: names.consumer_name }),
  });
}
