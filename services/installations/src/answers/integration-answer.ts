import type { IntegrationAnswer } from '@writ/contracts';
import type { Integration } from '@writ/installation';
import { timesOf } from './times-of.ts';

export const integrationAnswer = (integration: Integration): IntegrationAnswer => ({
  id: integration.id,
  projectId: integration.projectId,
  name: integration.name,
  ...(integration.displayName !== null && { displayName: integration.displayName }),
  provider: integration.provider,
  latestRevision: {
    id: integration.revisionId,
    specVersion: integration.specVersion,
    createTime: integration.revisionTime.toISOString(),
    content: { ...integration.content },
  },
  ...timesOf(integration),
});
