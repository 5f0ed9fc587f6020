import { WritSignatureError } from './errors.ts';
import type { components } from './openapi/events.ts';

type Notifications = Omit<components['schemas'], `${string}.data`>;

export type NotificationType = keyof Notifications;
/** `data` depends on `notificationType`. */
export type Notification = Notifications[NotificationType];

/** Of Node, of a `Request`, or plain. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The largest age, or lead over our clock. */
const toleranceSeconds = 300;

/**
 * Verifies a webhook and returns its event. A repeated webhook has the same `webhook-id`.
 * @param rawBody the received bytes; JSON that was parsed and written again has another signature
 * @param secrets the `webhookSigningKey`, or both during a rotation
 * @throws WritSignatureError if no secret signed it, or it is older than five minutes
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  nowMs: number = Date.now(),
): Promise<Notification> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WritSignatureError('One of webhook-id, webhook-timestamp and webhook-signature is missing.');
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WritSignatureError('It was signed more than five minutes ago, or in the future.');

  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const offered = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of offered)
      if (await isSigned(key, signature, signed)) return JSON.parse(body) as Notification;
  }
  throw new WritSignatureError('None of the secrets made its signature.');
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

const keyOf = (secret: string) => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new TypeError('A secret is `whsec_` and base64.');
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
};

/** `verify` takes constant time. */
const isSigned = async (
  key: Awaited<ReturnType<typeof keyOf>>,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const bytes = bytesOf(signature);
  return bytes !== undefined && crypto.subtle.verify(algorithm, key, bytes, signed);
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? (value as readonly string[]).join(' ') : (value as string | undefined);
}
