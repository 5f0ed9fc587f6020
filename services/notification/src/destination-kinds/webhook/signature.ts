import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { SigningKey } from '../destination-kind.ts';

/** Signs one delivery: the value of `webhook-signature`. */
export type Sign = (id: string, timestamp: number, body: Buffer) => string;

const prefix = 'whsec_';

/**
 * Standard Webhooks: HMAC-SHA256 over id, timestamp (seconds) and body, one signature for each key that is alive at the
 * timestamp. The keys are decoded once.
 */
export function createSigner(signingKeys: readonly SigningKey[]): Sign {
  const keys = signingKeys.map(({ key, until }) => ({
    secret: createSecretKey(key.slice(prefix.length), 'base64'),
    untilSeconds: until === undefined ? Infinity : Date.parse(until) / 1_000,
  }));
  return (id, timestamp, body) => {
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
