import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import { post, targetOf } from '../../outbound/post.ts';
import { httpOutcome, timed, type Ended } from '../attempt.ts';
import type { Addresses, OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { readBody, readTemplate } from '../told-event.ts';
import { eventMessage, textLimit, textMessage } from './message.ts';
import type { SlackMetadata } from './metadata.ts';
import { escaped } from './mrkdwn.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Writ/1' };

/** Per place in a template. */
const valueLimit = 3_000;

export function prepareSlack({ metadata }: OpenDestination, deps: SendDeps): Send {
  const { url, template } = metadata as SlackMetadata;
  const target = { ...targetOf(url), headers: Object.entries(headers).flat() };
  const toMessage = messageFor({ template }, deps.consoleUrl);
  return timed(deps, async (outgoing, attempt) => {
    const message = { ...target, body: Buffer.from(toMessage(outgoing.body)) };
    return inWords(httpOutcome(await post(deps.agent, { message, ...attempt })));
  });
}

function messageFor({ template }: Pick<SlackMetadata, 'template'>, consoleUrl: string | undefined) {
  const fillIn = template === undefined ? undefined : readTemplate(template, textLimit);
  return (body: string): string => {
    const event = readBody(body);
    const filledIn = fillIn?.(event, (value) => escaped(value, valueLimit)).trim() ?? '';
    // Slack refuses an empty message.
    return JSON.stringify(filledIn === '' ? eventMessage(event, consoleUrl) : textMessage(filledIn));
  };
}

/** Hides the address, with which anybody can post. */
export const slackRequest = (
  metadata: JsonObject,
  { body }: Outgoing,
  { consoleUrl }: Addresses,
): DeliveryRequest => ({
  method: 'POST',
  headers,
  body: messageFor(metadata, consoleUrl)(body),
});

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: its words and their meaning. */
const words: Readonly<Record<string, string>> = {
  action_prohibited: 'an administrator restricts posting there',
  channel_is_archived: 'the channel is archived',
  channel_not_found: 'the channel does not exist',
  invalid_payload: 'it did not understand the message',
  invalid_token: 'the webhook is not valid',
  no_active_hooks: 'the webhook is switched off',
  no_service: 'the webhook was removed or is switched off',
  no_team: 'the workspace does not exist',
  no_text: 'the message is empty',
  rate_limited: 'it gets too many messages',
  rollup_error: 'it failed itself',
  team_disabled: 'the workspace is switched off',
};

function inWords(outcome: Ended): Ended {
  const { httpStatus, excerpt = '' } = outcome;
  if (outcome.delivered || httpStatus === undefined) return outcome;
  const word = excerpt.trim();
  const meant = words[word];
  const isGone = outcome.gone === true || (httpStatus === 404 && word === 'no_service');
  const error = `Slack answered ${httpStatus}${meant === undefined ? '' : ` \`${word}\`: ${meant}`}.`;
  return { ...outcome, error, ...(isGone && { gone: true }) };
}
