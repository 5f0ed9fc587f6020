type Pool = { query: (text: string) => Promise<unknown> };

const constraint = 'installation_connection_of_own_group';

/**
 * Has an installation use a connection of another group, as rows of before the constraint may: as after an upgrade, it
 * holds for new rows and is not validated.
 */
export const leadAstray = (
  pool: Pool,
  installation: { id: string; connectionId: string },
): Promise<unknown> =>
  pool.query(`
    ALTER TABLE installation DROP CONSTRAINT ${constraint};
    UPDATE installation SET connection_id = '${installation.connectionId}' WHERE id = '${installation.id}';
    ALTER TABLE installation ADD CONSTRAINT ${constraint}
      FOREIGN KEY (connection_id, group_ref) REFERENCES connection (id, group_ref) NOT VALID;`);
