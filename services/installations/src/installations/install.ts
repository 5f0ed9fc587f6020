import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  findConnection,
  findNewestConnection,
  findRevision,
  holdConnection,
  holdIntegration,
  openInstallation,
  type ConfigContent,
  type Connection,
  type Installation,
  type Integration,
} from '@writ/installation';
import { Fault, invalidInput, type IssueInput } from '@writ/problem-details';
import { integrationNotFound, mustFindIntegration } from '../integrations/must-find-integration.ts';
import { configIssues } from './config-issues.ts';
import { installationEvent } from './installation-events.ts';

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

/** Installs an integration for a group, and tells about it in the same transaction. */
export const install =
  (deps: { database: Pick<Database, 'pool'>; managementUrl: string; pokeRelay: () => void }): Install =>
  async (request) => {
    const installation = await inTransaction(deps.database.pool, async (tx) => {
      const { projectId, integrationIdOrName } = request;
      // Held until the end, so that a manifest that drops the integration waits and sees the installation.
      const integration = await holdIntegration(tx, 'SHARE', projectId, integrationIdOrName);
      if (integration === undefined) throw integrationNotFound(integrationIdOrName);
      const connection = await holdConnection(tx, 'SHARE', () => givenConnection(tx, request, integration));
      const issues = [
        ...connectionIssues(connection, request, integration),
        ...(await contentIssues(tx, request, integration)),
      ];
      if (connection === undefined || issues.length > 0) throw invalidInput(issues);
      const opened = await openInstallation(tx, {
        projectId,
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

/** An installation as far as it can be read from a body that has faults. */
export type ReadableInstall = Pick<InstallRequest, 'projectId' | 'integrationIdOrName'> &
  Partial<Pick<InstallRequest, 'groupRef' | 'connectionId' | 'revisionId' | 'content'>>;

/** What a body that has faults names, and the project does not have, or the manifest does not allow. */
export async function installFaults(db: Queryable, request: ReadableInstall): Promise<IssueInput[]> {
  const { projectId, integrationIdOrName, groupRef, connectionId, revisionId, content } = request;
  const integration = await mustFindIntegration(db, projectId, integrationIdOrName);
  const given = { projectId, groupRef: groupRef ?? '', connectionId };
  const isKnown = groupRef !== undefined || connectionId !== undefined;
  return [
    ...(isKnown ? connectionIssues(await givenConnection(db, given, integration), given, integration) : []),
    ...(await contentIssues(db, { revisionId, content: content ?? {} }, integration)),
  ];
}

type ConnectionRequest = Pick<InstallRequest, 'projectId' | 'groupRef' | 'connectionId'>;

/** The connection that a request names, or that its group made last. */
const givenConnection = (
  db: Queryable,
  { projectId, groupRef, connectionId }: ConnectionRequest,
  { provider }: Integration,
): Promise<Connection | undefined> =>
  connectionId === undefined
    ? findNewestConnection(db, { projectId, provider, groupRef })
    : findConnection(db, projectId, connectionId);

function connectionIssues(
  found: Connection | undefined,
  { groupRef, connectionId }: ConnectionRequest,
  { provider }: Integration,
): IssueInput[] {
  if (found?.provider === provider) return [];
  const missing =
    connectionId === undefined
      ? `The group \`${groupRef}\` has no connection to \`${provider}\`.`
      : 'The project has no connection with this id.';
  const detail = found
    ? `The connection leads to \`${found.provider}\`, the integration to \`${provider}\`.`
    : missing;
  return [{ in: 'body', name: '/connectionId', detail, value: connectionId }];
}

async function contentIssues(
  tx: Queryable,
  { revisionId, content }: Pick<InstallRequest, 'revisionId' | 'content'>,
  integration: Integration,
): Promise<IssueInput[]> {
  const manifest =
    revisionId === undefined || revisionId === integration.revisionId
      ? integration.content
      : await findRevision(tx, integration.id, revisionId);
  if (manifest !== undefined) return configIssues(content, manifest);
  const detail = 'The integration has no revision with this id.';
  return [{ in: 'body', name: '/config/revisionId', detail, value: revisionId }];
}

function installedAlready({ groupRef }: InstallRequest, { name }: Integration): Fault {
  const detail = `The group \`${groupRef}\` has installed \`${name}\` already.`;
  return new Fault('name-taken', [{ in: 'body', name: '/groupRef', detail, value: groupRef }], {
    remedy: 'Change the installation that exists, or delete it first.',
  });
}
