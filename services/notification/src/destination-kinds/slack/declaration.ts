import type { DestinationKind } from '../destination-kind.ts';
import { urlOrigins } from '../url-origins.ts';
import { checkSlackMetadata, slackMetadataRules, slackMetadataSchema } from './metadata.ts';
import { prepareSlack, slackRequest } from './send.ts';

/** A channel of Slack, told by an incoming webhook in words that people read (Contract §6.2). */
export const slack: DestinationKind = {
  type: 'slack',
  delivers: 'push',
  metadataSchema: slackMetadataSchema,
  hiddenMembers: ['url'],
  hiddenQueries: [],
  signed: false,
  announcesDisabling: true,
  // https://docs.slack.dev/apis/web-api/rate-limits: one message a second for each incoming webhook.
  apartMs: 1_000,
  rules: slackMetadataRules,
  origins: ({ url }) => urlOrigins(url),
  check: checkSlackMetadata,
  request: slackRequest,
  prepare: prepareSlack,
};
