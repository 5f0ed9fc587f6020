import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Answer, Rate, Sending } from './send-at-rate.ts';

const { urls, sending } = workerData as { urls: readonly string[]; sending: Sending };
const pools = urls.map((url) => new Pool(url, { connections: 32, pipelining: 1 }));
parentPort?.on('message', (rate: Rate) => {
  void atRate(pools, sending, rate).then((answers) => parentPort?.postMessage(answers));
});

/** Open loop, over the pools in turn; each answer's time counts from when its request should have left. */
async function atRate(
  pools: readonly Pool[],
  { path, key, body }: Sending,
  { perSecond, seconds }: Rate,
): Promise<Answer[]> {
  const startedAtMs = performance.now();
  const send = async (pool: Pool, intendedAtMs: number): Promise<Answer> => {
    const answer = await pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    const latencyMs = performance.now() - intendedAtMs;
    return {
      status: answer.statusCode,
      headers: { 'retry-after': answer.headers['retry-after'] },
      text,
      latencyMs,
    };
  };
  const running: Promise<Answer>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const intendedAtMs = startedAtMs + (number / perSecond) * 1_000;
    const waitMs = intendedAtMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    for (const pool of pools.slice(number % pools.length, (number % pools.length) + 1))
      running.push(send(pool, intendedAtMs));
  }
  return Promise.all(running);
}
