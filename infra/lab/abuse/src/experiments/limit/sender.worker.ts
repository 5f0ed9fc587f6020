import { parentPort, workerData } from 'node:worker_threads';
import { openLoop, range } from '@writ/test-kit/laboratory';
import { Pool } from 'undici';
import type { Answer, Rate, Sending } from './send-at-rate.ts';

const { urls, sending } = workerData as { urls: readonly string[]; sending: Sending };
const pools = urls.map((url) => new Pool(url, { connections: 32, pipelining: 1 }));

// Takes the pools in turn. Times count from when the request should have left.
parentPort?.on('message', ({ perSecond, seconds }: Rate) => {
  void openLoop(range(0, perSecond * seconds), perSecond, send).then((answers) =>
    parentPort?.postMessage(answers),
  );
});

async function send(number: number, intendedAtMs: number): Promise<Answer> {
  const { path, key, body } = sending;
  const pool = pools[number % pools.length];
  if (!pool) throw new Error('There is no URL to send to.');
  const {
    statusCode,
    headers,
    body: answered,
  } = await pool.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await answered.text();
  const latencyMs = performance.now() - intendedAtMs;
  return { status: statusCode, headers: { 'retry-after': headers['retry-after'] }, text, latencyMs };
}
