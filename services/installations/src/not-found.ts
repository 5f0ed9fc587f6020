import { existing, notFound, type Fault } from '@writ/problems';
import { findInstallation, findIntegration, type Installation, type Integration } from '@writ/installation';
import type { Deps } from './deps.ts';

/** @throws Fault (404) */
export async function mustFindIntegration(
  { database }: Deps,
  projectId: string,
  idOrName: string,
): Promise<Integration> {
  const found = await findIntegration(database.prisma, projectId, idOrName);
  return existing(found, 'integrationIdOrName', idOrName, noIntegration);
}

/** With `ofGroup`, only if it is that group's. @throws Fault (404) */
export async function mustFindInstallation(
  deps: Deps,
  projectId: string,
  { integrationIdOrName, installationId: id }: { integrationIdOrName: string; installationId: string },
  ofGroup: { groupRef?: string },
): Promise<Installation> {
  const { id: integrationId } = await mustFindIntegration(deps, projectId, integrationIdOrName);
  const found = await findInstallation(deps.database.prisma, { projectId, integrationId, id, ...ofGroup });
  return existing(found, 'installationId', id, noInstallation);
}

export const noIntegration = 'The project has no integration with this id or name.';
export const noInstallation = 'The integration has no installation with this id.';
export const noConnection = 'The project has no connection with this id.';

export const integrationNotFound = (idOrName: string): Fault =>
  notFound('path', 'integrationIdOrName', idOrName, noIntegration);

export const installationNotFound = (id: string): Fault =>
  notFound('path', 'installationId', id, noInstallation);

export const configNotFound = (id: string): Fault =>
  notFound('path', 'configId', id, 'The installation has never had a config with this id.');

/** @throws Fault (404) */
export const foundConnection = <Connection>(found: Connection | undefined, id: string): Connection =>
  existing(found, 'connectionId', id, noConnection);
