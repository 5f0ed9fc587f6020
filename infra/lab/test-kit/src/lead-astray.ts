type Pool = { query: (text: string) => Promise<unknown> };

const constraint = 'installation_connection_of_own_group';

/** Gives an installation another group's connection, as rows from before the constraint may have. */
export const leadAstray = (
  pool: Pool,
  installation: { id: string; connectionId: string },
): Promise<unknown> =>
  pool.query(`
    ALTER TABLE installation DROP CONSTRAINT ${constraint};
    UPDATE installation SET connection_id = '${installation.connectionId}' WHERE id = '${installation.id}';
    ALTER TABLE installation ADD CONSTRAINT ${constraint}
      FOREIGN KEY (connection_id, group_ref) REFERENCES connection (id, group_ref) NOT VALID;`);
