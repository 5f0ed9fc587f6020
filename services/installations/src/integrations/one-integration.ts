import type { Actor } from '@writ/contracts';
import { Fault, invalidInput } from '@writ/problems';
import {
  findIntegration,
  findRepeated,
  holdIntegration,
  insertIntegrations,
  planManifest,
  reviseIntegrations,
  type Integration,
  type Manifest,
  type ManifestIntegration,
} from '@writ/installation';
import { insertAuditEntries, lockProject } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import { integrationNotFound } from '../not-found.ts';
import { assertNoneReplaced } from './apply-manifest.ts';
import { integrationActs } from './integration-acts.ts';

/** @throws Fault if the name is taken */
export const makeIntegration = (
  { database }: Deps,
  { projectId, by }: { projectId: string; by: Actor },
  { specVersion, entry }: { specVersion: string; entry: ManifestIntegration },
): Promise<Integration> =>
  database.transaction(async ({ prisma, sql }) => {
    // Of concurrent requests the second finds the first's integration.
    await lockProject(sql, projectId);
    const { name } = entry;
    if (await findIntegration(prisma, projectId, name)) throw nameTaken(name);
    await insertIntegrations(prisma, { projectId, specVersion }, [entry]);
    const made = mustFind(await findIntegration(prisma, projectId, name));
    await insertAuditEntries(prisma, by, ...integrationActs([], [made]));
    return made;
  });

/**
 * Gives an integration its entry's revision, unless in force.
 * @throws Fault without integration or entry, or with another provider
 */
export const reviseIntegration = (
  { database }: Deps,
  { projectId, idOrName, by }: { projectId: string; idOrName: string; by: Actor },
  { specVersion, integrations }: Manifest,
): Promise<Integration> =>
  database.transaction(async (tx) => {
    const integration = await holdIntegration(tx, 'UPDATE', projectId, idOrName);
    if (integration === undefined) throw integrationNotFound(idOrName);
    const entries = integrations.filter(({ name }) => name === integration.name);
    if (entries.length === 0) throw invalidInput([lacking(integration.name)]);
    const manifest = { specVersion, integrations: entries };
    const repeated = await findRepeated(tx.sql, projectId, manifest);
    const { replaced, revise } = planManifest([integration], manifest, repeated);
    assertNoneReplaced(replaced);
    await reviseIntegrations(tx, { projectId, specVersion }, revise);
    const revised = mustFind(await findIntegration(tx.prisma, projectId, integration.id));
    await insertAuditEntries(tx.prisma, by, ...integrationActs([integration], [revised]));
    return revised;
  });

/** `place`: where the body has the manifest. */
export const lacking = (name: string, place = '') =>
  ({
    in: 'body',
    name: `${place}/sourceYaml`,
    detail: `The manifest has no integration with the name \`${name}\`.`,
  }) as const;

const nameTaken = (name: string): Fault =>
  new Fault('name-taken', [
    { in: 'body', name: '/name', detail: 'The project has an integration of this name.', value: name },
  ]);

function mustFind(integration: Integration | undefined): Integration {
  if (!integration) throw new Error('an integration that the transaction holds is gone');
  return integration;
}
