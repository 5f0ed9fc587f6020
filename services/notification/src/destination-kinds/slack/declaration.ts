import { hiddenText } from '@writ/contracts';
import type { PushKind } from '../destination-kind.ts';
import { templateFaults } from '../told-event.ts';
import { addressFaults, urlFaults, urlOrigins } from '../urls.ts';
import { slackMetadataSchema, type SlackMetadata } from './metadata.ts';
import { prepareSlack, slackRequest } from './send.ts';

/** Messages for people, by an incoming webhook (Contract §6.2). */
export const slack: PushKind = {
  type: 'slack',
  delivers: 'push',
  metadataSchema: slackMetadataSchema,
  hiddenMembers: ['url'],
  announcesDisabling: true,
  // https://docs.slack.dev/apis/web-api/rate-limits: one message a second for each incoming webhook.
  apartMs: 1_000,
  // Faults of the URL show no value: it is a credential.
  rules: ({ url, template }) => [
    ...(url === hiddenText ? [] : urlFaults('/url', url)).map(({ pointer, detail }) => ({ pointer, detail })),
    ...templateFaults('/template', template),
  ],
  origins: ({ url }) => urlOrigins(url),
  check: (metadata, rules) => addressFaults({ pointer: '/url' }, (metadata as SlackMetadata).url, rules),
  request: slackRequest,
  prepare: prepareSlack,
};
