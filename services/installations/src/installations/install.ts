import type { Actor, ConfigContent } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import {
  configFaults,
  findInstallation,
  findRevision,
  holdConnection,
  holdIntegration,
  insertInstallation,
  type Connection,
  type Installation,
  type Integration,
  type ManifestIntegration,
  type Revision,
} from '@writ/installation';
import { Fault, faultOf, invalidInput, withoutFaults, type IssueInput } from '@writ/problems';
import type { Deps } from '../deps.ts';
import { toldFaults } from '../hint.ts';
import { integrationNotFound } from '../not-found.ts';
import { noteInstallation } from './installation-events.ts';
import { namedConnection } from './named-connection.ts';

export type InstallRequest = {
  projectId: string;
  integrationIdOrName: string;
  groupRef: string;
  groupName?: string | undefined;
  connectionId?: string | undefined;
  /** The caller's only group; empty: all. */
  ofGroup: { groupRef?: string };
  createdBy: string;
  by: Actor;
  revisionId?: string | undefined;
  content: ConfigContent;
};

/** @throws Fault with every error of state */
export async function install(
  { database, managementUrl, pokeRelay, providers }: Deps,
  request: InstallRequest,
): Promise<Installation> {
  const installation = await database.transaction(async (tx) => {
    const { integration, connection, revision } = withoutFaults(await look(tx, request, providers));
    const inserted = await insertInstallation(tx.prisma, {
      projectId: request.projectId,
      integrationId: integration.id,
      groupRef: request.groupRef,
      groupName: request.groupName ?? connection.groupName,
      connectionId: connection.id,
      createdBy: request.createdBy,
      config: { revisionId: revision.id, content: request.content },
    });
    if (inserted === undefined) throw installedAlready(request, integration);
    await noteInstallation(tx, { by: request.by, baseUrl: managementUrl }, { after: inserted });
    return inserted;
  });
  pokeRelay();
  return installation;
}

/** Locks what the request names, and collects the errors. */
async function look(tx: Transaction, request: InstallRequest, providers: Deps['providers']) {
  const { projectId, integrationIdOrName, connectionId, ofGroup, groupRef } = request;
  // A manifest that drops the integration must wait and then see the installation.
  const integration = await holdIntegration(tx, 'SHARE', projectId, integrationIdOrName);
  const missing = integrationNotFound(integrationIdOrName);
  const asked = { projectId, connectionId, ofGroup, groupRef, name: '/connectionId' };
  const named = await namedConnection(tx, asked, integration);
  const revision = integration && (await revisionOf(tx, request, integration));
  return {
    integration: integration ?? missing,
    connection: named ?? (integration ? await connectionOfGroup(tx, request, integration) : missing),
    revision: revision ?? missing,
    content: revision && faultOf(configIssues(request.content, revision.content, providers)),
    installed: integration && (await installedFault(tx, request, integration)),
  };
}

/** The newest working connection, else the newest. */
async function connectionOfGroup(
  tx: Transaction,
  { projectId, groupRef }: InstallRequest,
  { provider }: Integration,
): Promise<Connection | Fault> {
  const connection = await holdConnection(tx, 'SHARE', { projectId, provider, groupRef });
  const detail = `The group \`${groupRef}\` has no connection to \`${provider}\`.`;
  const remedy = 'Make one with `POST /projects/{projectIdOrName}/connections:generate`, then install.';
  return connection ?? invalidInput([{ in: 'body', name: '/connectionId', detail, remedy }]);
}

async function revisionOf(
  { prisma }: Transaction,
  { revisionId }: InstallRequest,
  { id, revision }: Integration,
): Promise<Revision> {
  const named = revisionId === undefined ? undefined : await findRevision(prisma, id, revisionId);
  return named ?? revision;
}

async function installedFault(
  tx: Transaction,
  request: InstallRequest,
  integration: Integration,
): Promise<Fault | undefined> {
  const { projectId, groupRef } = request;
  const known = await findInstallation(tx.prisma, { projectId, integrationId: integration.id, groupRef });
  return known && installedAlready(request, integration);
}

function configIssues(
  content: ConfigContent,
  manifest: ManifestIntegration,
  { adapterFor }: Deps['providers'],
): IssueInput[] {
  const faults = configFaults(content, manifest, adapterFor(manifest.provider)?.declaration.fieldKeyOf);
  return toldFaults(faults).map(({ at, detail, value }) => ({
    in: 'body',
    name: `/config/content${at}`,
    detail,
    ...(value !== undefined && { value }),
  }));
}

function installedAlready({ groupRef }: InstallRequest, { name }: Integration): Fault {
  const detail = `The group \`${groupRef}\` has already installed \`${name}\`.`;
  return new Fault('already-exists', [{ in: 'body', name: '/groupRef', detail, value: groupRef }], {
    remedy: 'Change the installation that exists, or delete it first.',
  });
}
