import { hiddenText, type JsonObject } from '@writ/contracts';
import type { AddressRules } from '../../outbound/address-rules.ts';
import { checkUrl } from '../../outbound/check-url.ts';
import type { MetadataFault } from '../destination-kind.ts';
import { templateFaults } from '../told-event.ts';
import { urlFaults } from '../url-faults.ts';

/** `metadata` of a Slack channel (Contract §6.2). */
export const slackMetadataSchema = {
  type: 'object',
  writeOnly: true,
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      writeOnly: true,
      minLength: 1,
      maxLength: 2048,
      description: `The incoming webhook of the channel. Whoever knows it can post, so it is answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
    },
    template: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description:
        'The text of a message in mrkdwn, with places to fill in, as `{{data.groupName}}`; without it each type of event has a message of its own.',
    },
  },
} as const;

/** Whether messages may be sent to the address of the webhook. */
export async function checkSlackMetadata(
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> {
  const { url } = metadata as { url: string };
  const refused = await checkUrl(url, rules);
  // Without the value, which is a credential.
  return refused === undefined ? [] : [{ pointer: '/url', detail: refused }];
}

/** Faults that the schema cannot tell. What it refuses is left to it. */
export function slackMetadataRules({ url, template }: JsonObject): readonly MetadataFault[] {
  const ofUrl = url === hiddenText ? [] : urlFaults('/url', url);
  const ofTemplate = typeof template === 'string' ? templateFaults(template) : [];
  return [
    // Without the value, which is a credential.
    ...ofUrl.map(({ pointer, detail }) => ({ pointer, detail })),
    ...ofTemplate.map((detail) => ({ pointer: '/template', detail })),
  ];
}
