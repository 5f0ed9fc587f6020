import type { Queryable } from '@writ/db';
import { consumerFacts } from './connection-facts.ts';

/** What an operation still knows of its installation, also after that was deleted. */
export type InstallationRef = {
  projectId: string;
  provider: string;
  integrationId: string;
  installationId: string;
  groupRef: string;
  connectionId: string;
};

/** What people call it, as far as there is a name. */
export type Names = {
  integrationName: string | null;
  groupName: string | null;
  consumerRef: string | null;
  consumerName: string | null;
};

/** The facts that every event of an installation tells (Contract §6.1). */
export type InstallationFacts = InstallationRef & {
  integrationName: string;
  groupName: string;
  consumerRef?: string;
  consumerName?: string;
};

/** An integration without a name has been deleted meanwhile: it is called by its id, a group by its reference. */
export const installationFacts = (ref: InstallationRef, names?: Names): InstallationFacts => ({
  projectId: ref.projectId,
  provider: ref.provider,
  integrationId: ref.integrationId,
  integrationName: names?.integrationName ?? ref.integrationId,
  installationId: ref.installationId,
  groupRef: ref.groupRef,
  connectionId: ref.connectionId,
  groupName: names?.groupName ?? ref.groupRef,
  ...(names && consumerFacts(names)),
});

const findNames = `
  SELECT integration.name AS "integrationName", installation.group_name AS "groupName",
         connection.consumer_ref AS "consumerRef", connection.consumer_name AS "consumerName"
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY
       AS ref (integration_id, installation_id, connection_id, nr)
  LEFT JOIN integration ON integration.id = ref.integration_id
  LEFT JOIN installation ON installation.id = ref.installation_id
  LEFT JOIN connection ON connection.id = ref.connection_id
  ORDER BY ref.nr`;

/** Adds the names to what operations know of their installations, in one statement and in their order. */
export async function findInstallationFacts(
  tx: Queryable,
  refs: readonly InstallationRef[],
): Promise<InstallationFacts[]> {
  const { rows } = await tx.query<Names>(findNames, [
    refs.map((ref) => ref.integrationId),
    refs.map((ref) => ref.installationId),
    refs.map((ref) => ref.connectionId),
  ]);
  return refs.map((ref, index) => installationFacts(ref, rows[index]));
}
