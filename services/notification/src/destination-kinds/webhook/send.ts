import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { hiddenText, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { post, targetOf } from '../../outbound/post.ts';
import { httpOutcome, timed } from '../attempt.ts';
import type { OpenDestination, Outgoing, Send, SendDeps, SigningKey } from '../destination-kind.ts';
import { forbiddenNames, type WebhookMetadata } from './metadata.ts';

type Proof = { id: string; timestamp: string; signature: string };

export function prepareWebhook(destination: OpenDestination, deps: SendDeps): Send {
  const target = targetOf((destination.metadata as WebhookMetadata).url);
  const headersOf = prepareHeaders(destination);
  return timed(deps, async (outgoing, { at, ...attempt }) => {
    const body = Buffer.from(outgoing.body);
    const headers = Object.entries(headersOf(outgoing, body, at)).flat();
    return httpOutcome(await post(deps.agent, { message: { ...target, headers, body }, ...attempt }));
  });
}

/** Headers are signed for the moment at which they are sent. */
export function prepareHeaders({ metadata, signingKeys }: OpenDestination) {
  const usual = usualHeaders(metadata);
  const sign = createSigner(signingKeys);
  return (outgoing: Outgoing, body: Buffer, at: Date): Record<string, string> => {
    const id = messageId(outgoing);
    const timestamp = Math.floor(at.getTime() / 1_000);
    const proof = { id, timestamp: String(timestamp), signature: sign(id, timestamp, body) };
    return { ...usual, ...traceHeader(outgoing), ...proofHeaders(proof) };
  };
}

/** Each attempt has its own time and signature. A client that fetches has no `url`. */
export function webhookRequest(metadata: JsonObject, outgoing: Outgoing): DeliveryRequest {
  const { url } = metadata as Partial<WebhookMetadata>;
  const proof = { id: messageId(outgoing), timestamp: hiddenText, signature: hiddenText };
  return {
    method: 'POST',
    ...(url !== undefined && { url }),
    headers: { ...usualHeaders(metadata), ...traceHeader(outgoing), ...proofHeaders(proof) },
    body: outgoing.body,
  };
}

const traceHeader = ({ traceParent }: Outgoing): { traceparent?: string } =>
  typeof traceParent === 'string' ? { traceparent: traceParent } : {};

/** The same at all attempts and redeliveries. */
const messageId = ({ id }: Outgoing): string => `msg_${id}`;

function usualHeaders(metadata: JsonObject): Record<string, string> {
  const { headers = {} } = metadata as Partial<WebhookMetadata>;
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !forbiddenNames.test(name))),
    'content-type': 'application/json',
    'user-agent': 'Writ/1',
    'accept-encoding': 'identity',
  };
}

/** Standard Webhooks, and the names that receivers of hosted services verify. */
const proofHeaders = ({ id, timestamp, signature }: Proof): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
  'svix-id': id,
  'svix-timestamp': timestamp,
  'svix-signature': signature,
});

const keyPrefix = 'whsec_';

/**
 * Makes `webhook-signature` by Standard Webhooks: HMAC-SHA256 over id, timestamp (seconds) and body, one for each key
 * alive at the timestamp.
 */
export function createSigner(signingKeys: readonly SigningKey[]) {
  const keys = signingKeys.map(({ key, until }) => ({
    secret: createSecretKey(key.slice(keyPrefix.length), 'base64'),
    untilSeconds: until === undefined ? Infinity : Date.parse(until) / 1_000,
  }));
  return (id: string, timestamp: number, body: Buffer): string => {
    const content = `${id}.${timestamp}.`;
    let signatures = '';
    for (const { secret, untilSeconds } of keys) {
      if (untilSeconds <= timestamp) continue;
      signatures += `${signatures === '' ? '' : ' '}v1,${hmac(secret, content, body)}`;
    }
    return signatures;
  };
}

const hmac = (secret: KeyObject, content: string, body: Buffer): string =>
  createHmac('sha256', secret).update(content).update(body).digest('base64');
