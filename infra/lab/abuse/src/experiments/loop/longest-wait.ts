import { request } from 'undici';

/** Asks again and again until the work has ended, and tells the longest that an answer took. */
export async function longestWait<Result>(
  url: URL,
  work: () => Promise<Result>,
): Promise<{ result: Result; waitMs: number }> {
  const ask = async (): Promise<number> => {
    const from = performance.now();
    await (await request(url)).body.dump();
    return performance.now() - from;
  };
  // The first one opens the connection.
  await ask();
  const state = { ended: false };
  let waitMs = 0;
  const asking = (async () => {
    do waitMs = Math.max(waitMs, await ask());
    while (!state.ended);
  })();
  const result = await work().finally(() => (state.ended = true));
  await asking;
  return { result, waitMs };
}
