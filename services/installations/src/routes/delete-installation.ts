import { inputValidationProblemSchema } from '@writ/contracts';
import { addToOutbox } from '@writ/event-bus';
import { endpoint, noContent } from '@writ/http-kit';
import { holdConnection, holdInstallation, removeInstallation } from '@writ/installation';
import { removeIfUnused } from '../connections/remove-if-unused.ts';
import type { Deps } from '../deps.ts';
import { installationEvent } from '../installations/installation-events.ts';
import { installationNotFound, mustFindIntegration } from '../not-found.ts';

export const deleteInstallation = (deps: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Delete an installation, and its connection when nobody else uses it',
    access: { scope: 'installations:manage', frontend: true },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName, installationId: id } }) => {
      const { id: integrationId } = await mustFindIntegration(deps, project.id, integrationIdOrName);
      await uninstall(deps, { projectId: project.id, integrationId, id });
      deps.pokeRelay();
      return noContent();
    },
  });

/** The connection is held before the installation goes: who installs anew holds it, and would wait for the place. */
const uninstall = (
  { database, managementUrl }: Deps,
  key: { projectId: string; integrationId: string; id: string },
): Promise<void> =>
  database.transaction(async (tx) => {
    const installation = await holdInstallation(tx, key);
    if (installation === undefined) throw installationNotFound(key.id);
    const { projectId, connectionId } = installation;
    const connection = await holdConnection(tx, 'UPDATE', { projectId, id: connectionId });
    await removeInstallation(tx.prisma, key.id);
    await addToOutbox(tx.sql, [installationEvent('installation.deleted', installation, managementUrl)]);
    if (connection) await removeIfUnused(tx, connection);
  });
