import type { InstallationAnswer, InstallationConfigAnswer } from '@writ/contracts';
import type { Installation, InstallationConfig } from '@writ/installation';
import { connectionAnswer } from './connection-answer.ts';
import { timesOf } from './times-of.ts';

/** An installation as answers tell it, without what its operations tell. */
export function installationAnswer(installation: Installation): InstallationAnswer {
  const { groupRef, groupName } = installation;
  return {
    id: installation.id,
    projectId: installation.projectId,
    integrationId: installation.integrationId,
    group: { groupRef, ...(groupName !== null && { groupName }) },
    healthStatus: installation.healthStatus,
    connection: connectionAnswer(installation.connection),
    createdBy: installation.createdBy,
    ...timesOf(installation),
    config: configAnswer(installation.config),
  };
}

export const configAnswer = (config: InstallationConfig): InstallationConfigAnswer => ({
  id: config.id,
  revisionId: config.revisionId,
  createTime: config.createTime.toISOString(),
  createdBy: config.createdBy,
  content: { ...config.content },
});
