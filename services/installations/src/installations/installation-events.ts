import { mostOfConfig } from '@writ/contracts';
import type { NewEvent } from '@writ/event-bus';
import { shapeFaults } from '@writ/http-kit';
import { installationFacts, type Installation } from '@writ/installation';
import { configAnswer } from '../answers.ts';

/** A config that takes more than this is told by its address: events stay below 256 kB (Contract §6.1). */
const inlineLimitBytes = 64 * 1024;

/** What happened to an installation, for the outbox; of a change, with the config that it had `before`. `baseUrl` ends in `/v1`. */
export function installationEvent(
  type: 'installation.created' | 'installation.updated' | 'installation.deleted',
  installation: Installation,
  baseUrl: string,
  before?: Installation,
): NewEvent {
  const { projectId, id, connection } = installation;
  const last = before && configMember(before, baseUrl);
  return {
    type,
    projectId,
    aggregateId: id,
    data: {
      ...installationFacts({ ...installation, installationId: id }, { ...connection, ...installation }),
      ...configMember(installation, baseUrl),
      ...(last && ('config' in last ? { lastConfig: last.config } : { lastConfigURL: last.configURL })),
    },
  };
}

function configMember(
  installation: Installation,
  baseUrl: string,
): { config: object } | { configURL: string } {
  const config = configAnswer(installation);
  // What an older config has that is refused by now, an event is refused for, too.
  const isOfForm = shapeFaults(config.content, mostOfConfig.levels).length === 0;
  if (isOfForm && Buffer.byteLength(JSON.stringify(config)) <= inlineLimitBytes) return { config };
  const { projectId, integrationId, id } = installation;
  const path = `projects/${projectId}/integrations/${integrationId}/installations/${id}/configs/${config.id}`;
  return { configURL: `${baseUrl}/${path}` };
}
