import { hiddenText } from '@writ/contracts';
import { closed, text } from '../metadata-schema.ts';

export type SlackMetadata = { url: string; template?: string | undefined };

export const slackMetadataSchema = closed(['url'], {
  url: {
    type: 'string',
    writeOnly: true,
    minLength: 1,
    maxLength: 2048,
    description: `The incoming webhook of the channel. Whoever knows it can post, so it is answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
  },
  template: text(
    10_000,
    'The text of a message in mrkdwn, with places to fill in, as `{{data.groupName}}`; without it each type of event has a message of its own.',
  ),
});
