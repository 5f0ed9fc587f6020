import type { HttpHandlerOptions, HttpRequest, HttpResponse } from '@smithy/types';
import { toStorable } from '@writ/contracts';
import { collectBytes } from '@writ/service-kit';
import type { Dispatcher } from 'undici';
import { askedWaitMs } from '../../outbound/post.ts';

export type Answer = { status: number; retryAfterMs: number | undefined; excerpt: string };

/** More than an answer about 500 records. */
const readLimitBytes = 1024 * 1024;
/** Bytes of an answer that attempts show. */
export const keptBytes = 2_048;
/** The client can take most of a minute to parse a hostile refusal of 1 MiB. */
const refusalBytes = 16 * 1024;

/**
 * Sends the AWS client's requests through the guarded agent; follows no redirect. `answerTo` returns the answer to
 * the call with a signal, however the client read it. Without `readsSuccess` the client gets no body of a success.
 */
export function guardedHandler(agent: Dispatcher, { readsSuccess }: { readsSuccess: boolean }) {
  const successBytes = readsSuccess ? readLimitBytes : 0;
  const answers = new WeakMap<object, Answer>();
  const handle = async (
    request: HttpRequest,
    { abortSignal }: HttpHandlerOptions = {},
  ): Promise<{ response: HttpResponse }> => {
    const signal = abortSignal as AbortSignal | undefined;
    const { protocol, hostname, port, query = {} } = request;
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const { statusCode, headers, body } = await agent.request({
      origin: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`,
      path: `${request.path}${search === '' ? '' : `?${search}`}`,
      method: request.method,
      headers: request.headers,
      body: request.body as string | Uint8Array,
      ...(signal && { signal }),
    });
    const answer = { status: statusCode, retryAfterMs: askedWaitMs(headers), excerpt: '' };
    // Stored first: the answer counts however its body ends.
    if (signal) answers.set(signal, answer);
    const read = await readWhole(body);
    answer.excerpt = toStorable(read.subarray(0, keptBytes).toString('utf8'));
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const given = read.subarray(0, statusCode < 300 ? successBytes : refusalBytes);
    return { response: { statusCode, headers: Object.fromEntries(texts), body: given } };
  };
  const handler = {
    handle,
    destroy: () => undefined,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
  return { handler, answerTo: (signal: AbortSignal): Answer | undefined => answers.get(signal) };
}

async function readWhole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected = collectBytes();
  let readBytes = 0;
  for await (const chunk of body) {
    collected.add(chunk);
    readBytes += chunk.length;
    if (readBytes > readLimitBytes) throw new Error('The answer is too long to be read.');
  }
  return collected.joined();
}
