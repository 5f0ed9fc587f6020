import { hideQuery } from '@writ/http';
import type { PushKind } from '../destination-kind.ts';
import { addressFaults, urlFaults, urlOrigins } from '../urls.ts';
import { headersRules, webhookMetadataSchema, type WebhookMetadata } from './metadata.ts';
import { prepareWebhook, webhookRequest } from './send.ts';

/** Standard Webhooks (Contract §6.2). */
export const webhook: PushKind = {
  type: 'webhook',
  delivers: 'push',
  metadataSchema: webhookMetadataSchema,
  hiddenMembers: ['headers'],
  hiddenQueries: ['url'],
  signed: true,
  announcesDisabling: true,
  rules: (metadata) => [...urlFaults('/url', metadata['url']), ...headersRules(metadata)],
  origins: ({ url }) => urlOrigins(url),
  check: (metadata, rules) => {
    const { url } = metadata as WebhookMetadata;
    return addressFaults({ pointer: '/url', value: hideQuery(url) }, url, rules);
  },
  request: webhookRequest,
  prepare: prepareWebhook,
};
