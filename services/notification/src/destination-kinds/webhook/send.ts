import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { hiddenText, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { post } from '../../outbound/post.ts';
import { httpOutcome, usualLimitMs } from '../http-outcome.ts';
import { forbiddenNames } from './metadata.ts';
import type { OpenDestination, Outgoing, Send, SendDeps, SigningKey } from '../destination-kind.ts';

type Proof = { id: string; timestamp: string; signature: string };

/** Each delivery is signed anew, for the moment at which it is sent. */
export function prepareWebhook(destination: OpenDestination, deps: SendDeps): Send {
  const { limitMs = usualLimitMs } = deps;
  const { origin, pathname, search } = new URL((destination.metadata as { url: string }).url);
  const path = pathname + search;
  const headersOf = prepareHeaders(destination);

  return async (outgoing, signal, mayBegin) => {
    const at = deps.clock.now();
    const startedAtMs = performance.now();
    const body = Buffer.from(outgoing.body);
    const headers = Object.entries(headersOf(outgoing, body, at)).flat();
    const message = { origin, path, method: 'POST' as const, headers, body };
    const result = await post(deps.agent, { message, limitMs, signal, mayBegin });
    const durationMs = Math.round(performance.now() - startedAtMs);
    return { at, durationMs, ...httpOutcome(result) };
  };
}

/** What a delivery is sent with: headers of the destination and ours, signed for the moment at which it is sent. */
export function prepareHeaders({ metadata, signingKeys }: OpenDestination) {
  const { headers = {} } = metadata as { headers?: Readonly<Record<string, string>> };
  const usual = usualHeaders(headers);
  const sign = createSigner(signingKeys);
  return (outgoing: Outgoing, body: Buffer, at: Date): Record<string, string> => {
    const id = messageId(outgoing);
    const timestamp = Math.floor(at.getTime() / 1_000);
    const proof = { id, timestamp: String(timestamp), signature: sign(id, timestamp, body) };
    return { ...usual, ...proofHeaders(proof) };
  };
}

/** What an attempt sends; time and signature are each attempt's own. `url`: absent where it is sent by others. */
export function webhookRequest(metadata: JsonObject, outgoing: Outgoing): DeliveryRequest {
  const { url, headers = {} } = metadata as { url?: string; headers?: Readonly<Record<string, string>> };
  const proof = { id: messageId(outgoing), timestamp: hiddenText, signature: hiddenText };
  return {
    method: 'POST',
    ...(url !== undefined && { url }),
    headers: { ...usualHeaders(headers), ...proofHeaders(proof) },
    body: outgoing.body,
  };
}

/** The same for all attempts, redeliveries included. */
const messageId = ({ id }: Outgoing): string => `msg_${id}`;

const usualHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !forbiddenNames.test(name))),
  'content-type': 'application/json',
  'user-agent': 'Writ/1',
  'accept-encoding': 'identity',
});

/** Under the names of Standard Webhooks, and under those that receivers of hosted services verify. */
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
 * Signs one delivery: gives the value of `webhook-signature`. Standard Webhooks: HMAC-SHA256 over id, timestamp (seconds)
 * and body, one signature for each key that is alive at the timestamp. The keys are decoded once.
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
