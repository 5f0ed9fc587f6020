import { coalesceById, type Database } from '@writ/db';
import type { Names } from '../events/installation-facts.ts';
import { sealedColumns, toSealed, type SealedConnection, type SealedRow } from './connections-for-call.ts';
import { isForeign } from './foreign-connections.ts';

export type InstallationForCall = {
  id: string;
  connection: SealedConnection;
  /** Another group's: nothing is sent through it. */
  foreignConnection: boolean;
  names: Names;
};

/** Undefined if the installation or its connection was deleted. */
export type FindInstallationForCall = (id: string) => Promise<InstallationForCall | undefined>;

type Row = { id: string; foreignConnection: boolean } & Names & SealedRow;

/** By index, as in `findHolders`. JSON spares the description of each column. */
const sql = `
  SELECT json_agg(found) AS found
  FROM (
    SELECT installation.id, installation.group_name AS "groupName", integration.name AS "integrationName",
           connection.consumer_ref AS "consumerRef", connection.consumer_name AS "consumerName",
           connection.id AS connection_id, connection.project_id, connection.provider, connection.account,
           ${isForeign} AS "foreignConnection", ${sealedColumns}
    FROM json_array_elements_text($1::json) AS given (id)
    CROSS JOIN LATERAL (SELECT * FROM installation WHERE id = given.id::uuid LIMIT 1) AS installation
    CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1) AS connection
    LEFT JOIN LATERAL (
      SELECT name FROM integration WHERE id = installation.integration_id LIMIT 1
    ) AS integration ON true
  ) AS found`;

/** For writes that are about to be sent. Concurrent callers share a statement. */
export const installationsForCall = ({ pool }: Pick<Database, 'pool'>): FindInstallationForCall =>
  coalesceById(async (ids) => {
    const { rows } = await pool.query<{ found: Row[] | null }>({
      name: 'installations-for-call',
      text: sql,
      values: [JSON.stringify(ids)],
    });
    return new Map(rows[0]?.found?.map((row) => [row.id, toInstallation(row)]));
  });

function toInstallation(row: Row): InstallationForCall {
  const connection = toSealed(row);
  const { integrationName, groupName, consumerRef, consumerName } = row;
  return {
    id: row.id,
    connection,
    foreignConnection: row.foreignConnection,
    names: { integrationName, groupName, consumerRef, consumerName },
  };
}
