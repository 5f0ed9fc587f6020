import type { NewEvent } from '@writ/event-bus';
import { installationFacts, type Installation } from '@writ/installation';
import { configAnswer } from '../answers.ts';

/** A config that takes more than this is told by its address: events stay below 256 kB (Contract §6.1). */
const inlineLimitBytes = 64 * 1024;

/** What happened to an installation, for the outbox. `baseUrl` ends in `/v1`. */
export const installationEvent = (
  type: 'installation.created' | 'installation.deleted',
  installation: Installation,
  baseUrl: string,
): NewEvent => ({
  type,
  projectId: installation.projectId,
  aggregateId: installation.id,
  data: { ...factsOf(installation), ...configMember(installation, baseUrl) },
});

/** That an installation was changed: its config now, and the one it had. */
export function installationUpdated(before: Installation, after: Installation, baseUrl: string): NewEvent {
  const last = configMember(before, baseUrl);
  return {
    type: 'installation.updated',
    projectId: after.projectId,
    aggregateId: after.id,
    data: {
      ...factsOf(after),
      ...configMember(after, baseUrl),
      ...('config' in last ? { lastConfig: last.config } : { lastConfigURL: last.configURL }),
    },
  };
}

const factsOf = (installation: Installation) =>
  installationFacts(
    { ...installation, installationId: installation.id },
    { ...installation.connection, ...installation },
  );

function configMember(
  installation: Installation,
  baseUrl: string,
): { config: object } | { configURL: string } {
  const config = configAnswer(installation.config);
  if (Buffer.byteLength(JSON.stringify(config)) <= inlineLimitBytes) return { config };
  const { projectId, integrationId, id } = installation;
  return { configURL: `${baseUrl}/projects/${projectId}/integrations/${integrationId}/installations/${id}` };
}
