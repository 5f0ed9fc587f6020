import { retryAfterMs } from '@writ/write-core';
import { performance } from 'node:perf_hooks';
import { post, type PostResult } from '../../outbound/post.ts';
import type { OpenDestination, Send, SendDeps, SendOutcome } from '../destination-kind.ts';
import { createSigner } from './signature.ts';

/** The whole exchange, connecting included (Contract §6.2). */
const usualLimitMs = 15_000;

/** Success is 2xx; a redirect is a failure like any other; 410 means that nothing is wanted any more. */
export function prepareWebhook({ metadata, signingKeys }: OpenDestination, deps: SendDeps): Send {
  const { limitMs = usualLimitMs } = deps;
  const { url, headers = {} } = metadata as { url: string; headers?: Record<string, string> };
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  const usual = [
    ...Object.entries(headers).flat(),
    ...['content-type', 'application/json', 'user-agent', 'Writ/1', 'accept-encoding', 'identity'],
  ];
  const sign = createSigner(signingKeys);

  return async (outgoing, signal) => {
    const at = deps.clock.now();
    const startedAtMs = performance.now();
    const timestamp = Math.floor(at.getTime() / 1_000);
    const body = Buffer.from(outgoing.body);
    const own = ['webhook-id', outgoing.id, 'webhook-timestamp', String(timestamp)];
    const signed = [...usual, ...own, 'webhook-signature', sign(outgoing.id, timestamp, body)];
    const result = await post(deps.agent, { origin, path, headers: signed, body, limitMs, signal });
    const durationMs = Math.round(performance.now() - startedAtMs);
    return { at, durationMs, ...readResult(result, at) };
  };
}

function readResult(result: PostResult, now: Date): Omit<SendOutcome, 'at' | 'durationMs'> {
  if ('error' in result) return { delivered: false, error: result.error };
  const { status, retryAfter, excerpt } = result;
  const answer = { httpStatus: status, ...(excerpt !== '' && { excerpt }) };
  if (status >= 200 && status < 300) return { delivered: true, ...answer };
  const waitMs = retryAfterMs({ 'retry-after': retryAfter }, now.getTime());
  return {
    delivered: false,
    ...answer,
    error: `The receiver answered ${status}.`,
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(status === 410 && { gone: true }),
  };
}
