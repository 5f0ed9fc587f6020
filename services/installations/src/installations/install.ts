import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  findConnection,
  findNewestConnection,
  findRevision,
  openInstallation,
  type ConfigContent,
  type Connection,
  type Installation,
  type Integration,
} from '@writ/installation';
import { invalidInput, Refusal, type IssueInput } from '@writ/problem-details';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';
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
      const integration = await mustFindIntegration(tx, projectId, integrationIdOrName, 'share');
      const connection = await connectionOf(tx, request, integration);
      const issues = [
        ...('issue' in connection ? [connection.issue] : []),
        ...(await contentIssues(tx, request, integration)),
      ];
      if ('issue' in connection || issues.length > 0) throw invalidInput(issues);
      const opened = await openInstallation(tx, {
        projectId,
        integrationId: integration.id,
        groupRef: request.groupRef,
        groupName: request.groupName ?? connection.found.groupName,
        connectionId: connection.found.id,
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
  const known = groupRef !== undefined || connectionId !== undefined;
  const connection: Awaited<ReturnType<typeof connectionOf>> | undefined = known
    ? await connectionOf(db, { projectId, groupRef: groupRef ?? '', connectionId }, integration)
    : undefined;
  return [
    ...(connection && 'issue' in connection ? [connection.issue] : []),
    ...(await contentIssues(db, { revisionId, content: content ?? {} }, integration)),
  ];
}

async function connectionOf(
  tx: Queryable,
  { projectId, groupRef, connectionId }: Pick<InstallRequest, 'projectId' | 'groupRef' | 'connectionId'>,
  { provider }: Integration,
): Promise<{ found: Connection } | { issue: IssueInput }> {
  const issue = (detail: string) =>
    ({ issue: { in: 'body', name: '/connectionId', detail, value: connectionId } }) as const;
  if (connectionId === undefined) {
    const found = await findNewestConnection(tx, { projectId, provider, groupRef });
    return found ? { found } : issue(`The group \`${groupRef}\` has no connection to \`${provider}\`.`);
  }
  const found = await findConnection(tx, projectId, connectionId, 'SHARE');
  if (found === undefined) return issue('The project has no connection with this id.');
  if (found.provider === provider) return { found };
  return issue(`The connection leads to \`${found.provider}\`, the integration to \`${provider}\`.`);
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

const installedAlready = ({ groupRef }: InstallRequest, { name }: Integration): Refusal =>
  new Refusal('name-taken', {
    detail: `The group \`${groupRef}\` has installed \`${name}\` already.`,
    remedy: 'Change the installation that exists, or delete it first.',
  });
