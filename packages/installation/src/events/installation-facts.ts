import type { Queryable } from '@writ/db';
import { consumerFacts } from './connection-facts.ts';

/** What an operation knows of its installation, even after its deletion. */
export type InstallationRef = {
  projectId: string;
  provider: string;
  integrationId: string;
  installationId: string;
  groupRef: string;
  connectionId: string;
};

export type Names = {
  integrationName: string | null;
  groupName: string | null;
  consumerRef: string | null;
  consumerName: string | null;
};

type InstallationFacts = InstallationRef & {
  integrationName: string;
  groupName: string;
  consumerRef?: string;
  consumerName?: string;
};

/** A deleted integration goes by its id, a group without a name by its reference. */
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

/** Adds the names, in one statement and in order. */
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
