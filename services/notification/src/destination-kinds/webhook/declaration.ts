import type { DestinationKind } from '../destination-kind.ts';
import { urlOrigins } from '../url-origins.ts';
import { checkWebhookMetadata, webhookMetadataRules, webhookMetadataSchema } from './metadata.ts';
import { prepareWebhook, webhookRequest } from './send.ts';

/** An HTTP endpoint of the builder's, called by Standard Webhooks (Contract §6.2). */
export const webhook: DestinationKind = {
  type: 'webhook',
  delivers: 'push',
  metadataSchema: webhookMetadataSchema,
  hiddenMembers: ['headers'],
  hiddenQueries: ['url'],
  signed: true,
  announcesDisabling: true,
  rules: webhookMetadataRules,
  origins: ({ url }) => urlOrigins(url),
  check: checkWebhookMetadata,
  request: webhookRequest,
  prepare: prepareWebhook,
};
