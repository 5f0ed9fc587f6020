import { inTransaction, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { findConnection, holdConnection, holdInstallation, removeInstallation } from '@writ/installation';
import { removeIfUnused } from '../connections/remove-connection.ts';
import { installationEvent } from './installation-events.ts';

export type Uninstall = (key: { projectId: string; integrationId: string; id: string }) => Promise<boolean>;

type UninstallDeps = { database: Pick<Database, 'pool'>; managementUrl: string; pokeRelay: () => void };

/**
 * Removes an installation, and its connection when nobody else uses it (Contract §5). False when there is none. The
 * connection is held before the installation goes: who installs anew holds it, and would wait for the place.
 */
export const uninstall =
  (deps: UninstallDeps): Uninstall =>
  async (key) => {
    const removed = await inTransaction(deps.database.pool, async (tx) => {
      const installation = await holdInstallation(tx, key);
      if (installation === undefined) return false;
      const { id, projectId, connection } = installation;
      const held = await holdConnection(tx, 'UPDATE', () => findConnection(tx, projectId, connection.id));
      await removeInstallation(tx, id);
      await addToOutbox(tx, [installationEvent('installation.deleted', installation, deps.managementUrl)]);
      if (held) await removeIfUnused(tx, held);
      return true;
    });
    if (removed) deps.pokeRelay();
    return removed;
  };
