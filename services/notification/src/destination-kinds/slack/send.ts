import { performance } from 'node:perf_hooks';
import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import { post } from '../../outbound/post.ts';
import type {
  Addresses,
  OpenDestination,
  Outgoing,
  Send,
  SendDeps,
  SendOutcome,
} from '../destination-kind.ts';
import { httpOutcome, usualLimitMs } from '../http-outcome.ts';
import { readBody, readTemplate } from '../told-event.ts';
import { escaped } from './mrkdwn.ts';
import { eventMessage, textLimit, textMessage } from './message.ts';

type Metadata = { url: string; template?: string | undefined };

const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Writ/1' };

/** Longest value that is put into a template's place. */
const valueLimit = 3_000;

/** Slack answers 200 to what it posts; everything else says in a word why not. */
export function prepareSlack({ metadata }: OpenDestination, deps: SendDeps): Send {
  const { limitMs = usualLimitMs, consoleUrl } = deps;
  const { url, template } = metadata as Metadata;
  const { origin, pathname, search } = new URL(url);
  const request = {
    origin,
    path: pathname + search,
    method: 'POST' as const,
    headers: Object.entries(headers).flat(),
  };
  const toMessage = messageFor({ template }, consoleUrl);

  return async ({ body }, signal, mayBegin) => {
    const at = deps.clock.now();
    const startedAtMs = performance.now();
    const sent = { ...request, body: Buffer.from(toMessage(body)) };
    const result = await post(deps.agent, { message: sent, limitMs, signal, mayBegin });
    return {
      at,
      durationMs: Math.round(performance.now() - startedAtMs),
      ...inWords(httpOutcome(result)),
    };
  };
}

/** Makes the body that is posted of that of a delivery. */
function messageFor({ template }: Pick<Metadata, 'template'>, consoleUrl: string | undefined) {
  const fillIn = template === undefined ? undefined : readTemplate(template, textLimit);
  return (body: string): string => {
    const event = readBody(body);
    const filledIn = fillIn?.(event, (value) => escaped(value, valueLimit)).trim() ?? '';
    // Slack refuses a message that says nothing.
    return JSON.stringify(filledIn === '' ? eventMessage(event, consoleUrl) : textMessage(filledIn));
  };
}

/** Without its address, which is what anybody needs to post there. */
export const slackRequest = (
  metadata: JsonObject,
  { body }: Outgoing,
  { consoleUrl }: Addresses,
): DeliveryRequest => ({
  method: 'POST',
  headers,
  body: messageFor(metadata, consoleUrl)(body),
});

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: its words, and what they mean here. */
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

function inWords(outcome: Omit<SendOutcome, 'at' | 'durationMs'>): typeof outcome {
  const { httpStatus, excerpt = '' } = outcome;
  if (outcome.delivered || httpStatus === undefined) return outcome;
  const word = excerpt.trim();
  const meant = words[word];
  const isGone = outcome.gone === true || (httpStatus === 404 && word === 'no_service');
  const error = `Slack answered ${httpStatus}${meant === undefined ? '' : ` \`${word}\`: ${meant}`}.`;
  return { ...outcome, error, ...(isGone && { gone: true }) };
}
