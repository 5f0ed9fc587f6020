import { closedLoop, openLoop, range } from '@writ/test-kit/laboratory';
import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import { summarizeLatencies } from '../measure/latencies.ts';
import type { LoadResult, LoadTask, Pace } from './load-task.ts';

const usualConnections = 64;
const shownCharacters = 300;

/** Sends POSTs over kept connections, one at a time on each. Latency counts from when a request should have left. */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const { connections = usualConnections, from = 0, pace } = task;
  const targets = task.urls.map((url) => openTarget(url, Math.ceil(connections / task.urls.length)));
  const targetOf = inTurn(targets, task.bodies.length);
  const bodyOf = bodyMaker(task.bodies);
  const headersOf = headerMaker(task);
  const failures: Record<string, number> = {};
  const operationIds = new Map<number, string>();
  const latenciesMs: number[] = [];
  let succeeded = 0;

  const send = async (number: number, intendedAtMs = performance.now()): Promise<void> => {
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
    latenciesMs.push(performance.now() - intendedAtMs);
  };

  const startedAtMs = performance.now();
  await (pace.kind === 'open'
    ? openLoop(range(from, Math.floor(pace.perSecond * pace.seconds)), pace.perSecond, send)
    : closedLoop(numbersIn(pace, from), connections, send));
  const seconds = (performance.now() - startedAtMs) / 1000;
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

function* numbersIn(pace: Exclude<Pace, { kind: 'open' }>, from: number): Generator<number, void> {
  const endsAtMs = pace.kind === 'closed' ? performance.now() + pace.seconds * 1000 : Infinity;
  const end = pace.kind === 'count' ? from + pace.count : Infinity;
  for (let number = from; number < end && performance.now() < endsAtMs; number += 1) yield number;
}

type Target = { pool: Pool; path: string };

function openTarget(url: string, connections: number): Target {
  const { origin, pathname } = new URL(url);
  return { pool: new Pool(origin, { connections, pipelining: 1, allowH2: false }), path: pathname };
}

/** Each round of the bodies begins with the next target. */
const inTurn =
  (targets: readonly Target[], bodies: number) =>
  (number: number): Target => {
    const target = targets[((number % bodies) + Math.floor(number / bodies)) % targets.length];
    if (!target) throw new Error('There is no URL to send to');
    return target;
  };

/** Splits the bodies once, so that a request costs one join. */
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
