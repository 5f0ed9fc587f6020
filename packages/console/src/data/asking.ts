import { createStore } from './store.ts';

const silent = createStore(false);

/** Whether the last read got no answer from the host. */
export const useSilentHost = silent.useValue;

/** The host, or a proxy before it, is away or busy. */
const absent: readonly number[] = [429, 502, 503, 504];

/**
 * `fetch` that notes whether the host answers: the SDK retries before it gives up, and the reader learns it
 * sooner. Only reads count: a write is answered 502 or 504 when the provider is away.
 */
export async function askHost(...request: Parameters<typeof fetch>): Promise<Response> {
  const note = (isSilent: boolean): void => {
    if (request[1]?.method === 'GET') silent.set(isSilent);
  };
  try {
    const answer = await fetch(...request);
    note(absent.includes(answer.status));
    return answer;
  } catch (fault) {
    // Other errors are a cancelled request or its time limit.
    if (fault instanceof TypeError) note(true);
    throw fault;
  }
}
