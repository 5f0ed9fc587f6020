import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import { summarizeLatencies } from '../measure/latencies.ts';
import type { LoadResult, LoadTask } from './load-task.ts';
import { runPace } from './pacing.ts';

/** Of an answer that is a failure. */
const shownCharacters = 300;

/** Sends the POSTs of a task over kept connections, one request at a time on each. */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const targets = task.urls.map((url) => openTarget(url, Math.ceil(task.connections / task.urls.length)));
  const targetOf = inTurn(targets, task.bodies.length);
  const bodyOf = bodyMaker(task.bodies);
  const headersOf = headerMaker(task);
  const failures: Record<string, number> = {};
  const operationIds = new Map<number, string>();
  let succeeded = 0;

  const send = async (number: number, intendedAtMs: number): Promise<void> => {
    const body = bodyOf(number, intendedAtMs);
    try {
      const { pool, path } = targetOf(number);
      const answer = await pool.request({ path, method: 'POST', headers: headersOf(number, body), body });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text.slice(0, shownCharacters)}`);
      succeeded += 1;
      if (task.keepOperationIds)
        operationIds.set(number, (JSON.parse(text) as { operationId: string }).operationId);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failures[why] = (failures[why] ?? 0) + 1;
    }
  };

  const { latenciesMs, seconds } = await runPace(task.pace, { ...task, send });
  await Promise.all(targets.map(({ pool }) => pool.close()));
  return {
    sent: latenciesMs.length,
    succeeded,
    failures,
    seconds,
    perSecond: succeeded / seconds,
    latency: summarizeLatencies(latenciesMs),
    operationIds: [...operationIds].sort(([a], [b]) => a - b).map(([, id]) => id),
  };
}

type Target = { pool: Pool; path: string };

function openTarget(url: string, connections: number): Target {
  const { origin, pathname } = new URL(url);
  return { pool: new Pool(origin, { connections, pipelining: 1, allowH2: false }), path: pathname };
}

/** One target after the other, beginning with the next one whenever the bodies begin anew. */
const inTurn =
  (targets: readonly Target[], bodies: number) =>
  (number: number): Target => {
    const target = targets[((number % bodies) + Math.floor(number / bodies)) % targets.length];
    if (!target) throw new Error('There is no URL to send to');
    return target;
  };

/** Cuts the bodies at their places once, so that a request costs one join. */
function bodyMaker(bodies: readonly string[]): (number: number, intendedAtMs: number) => string {
  const pieces = bodies.map((body) => body.split(/(\{n\}|\{time\})/));
  const atMs = (intendedAtMs: number) => new Date(performance.timeOrigin + intendedAtMs).toISOString();
  return (number, intendedAtMs) =>
    (pieces[number % pieces.length] ?? [])
      .map((piece) => (piece === '{n}' ? number : piece === '{time}' ? atMs(intendedAtMs) : piece))
      .join('');
}

function headerMaker({
  headers,
  keyPrefix,
  signWith,
}: LoadTask): (number: number, body: string) => Readonly<Record<string, string>> {
  if (keyPrefix !== undefined)
    return (number) => ({ ...headers, 'idempotency-key': `${keyPrefix}.${number}` });
  if (signWith === undefined) return () => headers;
  const webhook = new Webhook(signWith);
  return (number, body) => {
    const id = `msg_${number}`;
    const now = new Date();
    return {
      ...headers,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, now, body),
    };
  };
}
