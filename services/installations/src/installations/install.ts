import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  findNewestConnection,
  findRevision,
  holdConnection,
  holdIntegration,
  insertInstallation,
  type ConfigContent,
  type Connection,
  type Installation,
  type Integration,
} from '@writ/installation';
import { Fault, faultOf, invalidInput, notFound, withoutFaults } from '@writ/http-kit';
import { integrationNotFound } from '../integrations/must-find-integration.ts';
import { configIssues } from './config-issues.ts';
import { installationEvent } from './installation-events.ts';
import { installationOfGroup } from './installation-of-group.ts';
import { namedConnection } from './named-connection.ts';

/** What a caller asks for when a group installs an integration. */
export type InstallRequest = {
  projectId: string;
  integrationIdOrName: string;
  groupRef: string;
  groupName?: string | undefined;
  connectionId?: string | undefined;
  createdBy: string;
  revisionId?: string | undefined;
  content: ConfigContent;
};

export type Install = (request: InstallRequest) => Promise<Installation>;

/** Installs an integration for a group, and tells about it in the same transaction. @throws Fault that tells all of them */
export const install =
  (deps: { database: Pick<Database, 'pool'>; managementUrl: string; pokeRelay: () => void }): Install =>
  async (request) => {
    const installation = await inTransaction(deps.database.pool, async (tx) => {
      const { integration, connection } = withoutFaults(await look(tx, request));
      const opened = await insertInstallation(tx, {
        projectId: request.projectId,
        integrationId: integration.id,
        groupRef: request.groupRef,
        groupName: request.groupName ?? connection.groupName,
        connectionId: connection.id,
        createdBy: request.createdBy,
        config: { revisionId: request.revisionId ?? integration.revisionId, content: request.content },
      });
      if (opened === undefined) throw installedAlready(request, integration);
      await addToOutbox(tx, [installationEvent('installation.created', opened, deps.managementUrl)]);
      return opened;
    });
    deps.pokeRelay();
    return installation;
  };

/** Where the names of a request lead, held until the end, and what speaks against it. */
async function look(tx: Queryable, request: InstallRequest) {
  const { projectId, integrationIdOrName, connectionId } = request;
  // So that a manifest that drops the integration waits and sees the installation.
  const integration = await holdIntegration(tx, 'SHARE', projectId, integrationIdOrName);
  const missing = integrationNotFound(integrationIdOrName);
  const named = await namedConnection(tx, { projectId, connectionId, name: '/connectionId' }, integration);
  return {
    integration: integration ?? missing,
    connection: named ?? (integration ? await connectionOfGroup(tx, request, integration) : missing),
    content: integration && (await contentFault(tx, request, integration)),
    installed: integration && (await installedFault(tx, request, integration)),
  };
}

/** The connection that the group made last to the provider. */
async function connectionOfGroup(
  tx: Queryable,
  { projectId, groupRef }: InstallRequest,
  { provider }: Integration,
): Promise<Connection | Fault> {
  const find = () => findNewestConnection(tx, { projectId, provider, groupRef });
  const detail = `The group \`${groupRef}\` has no connection to \`${provider}\`.`;
  return (
    (await holdConnection(tx, 'SHARE', find)) ?? invalidInput([{ in: 'body', name: '/connectionId', detail }])
  );
}

async function contentFault(
  tx: Queryable,
  { revisionId, content }: InstallRequest,
  integration: Integration,
): Promise<Fault | undefined> {
  const manifest =
    revisionId === undefined || revisionId === integration.revisionId
      ? integration.content
      : await findRevision(tx, integration.id, revisionId);
  if (manifest !== undefined) return faultOf(configIssues(content, manifest));
  const detail = 'The integration has no revision with this id.';
  return notFound('body', '/config/revisionId', revisionId, detail);
}

async function installedFault(
  tx: Queryable,
  request: InstallRequest,
  integration: Integration,
): Promise<Fault | undefined> {
  const known = await installationOfGroup(tx, integration, request.groupRef);
  return known === undefined ? undefined : installedAlready(request, integration);
}

function installedAlready({ groupRef }: InstallRequest, { name }: Integration): Fault {
  const detail = `The group \`${groupRef}\` has installed \`${name}\` already.`;
  return new Fault('name-taken', [{ in: 'body', name: '/groupRef', detail, value: groupRef }], {
    remedy: 'Change the installation that exists, or delete it first.',
  });
}
