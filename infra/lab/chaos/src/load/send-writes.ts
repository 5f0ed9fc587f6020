import { setTimeout as delay } from 'node:timers/promises';
import { writePath } from '@writ/stack';
import { closedLoop, openLoop, range } from '@writ/test-kit/laboratory';
import { Pool } from 'undici';
import type { Entry } from '../entry.ts';
import type { Run } from '../experiment.ts';

export type Writes = {
  /** By default 0 to the run's size. */
  numbers?: readonly number[];
  /** `unique` records (the default) have unique properties to search by; `plain` ones have none. */
  record?: 'unique' | 'plain';
  /** Of three writes one is an upsert by `external_id`, one by `email`. */
  upserts?: boolean;
  /** A fixed rate; without it, `connections` at a time. */
  perSecond?: number;
  connections?: number;
  /** Further or other members of the request: for all, or by number. */
  also?: Members | ((number: number) => Members);
  keyed?: boolean;
  /** Repeats a refused write with the same key until acknowledged. */
  insist?: boolean;
  url?: string;
  /** The account's place in the ground; by default accounts take turns. */
  accountOf?: (number: number) => number;
};

type Members = Readonly<Record<string, unknown>>;

const usualConnections = 32;
const againAfterMs = 100;
const insistLimitMs = 120_000;

export const recordOf = (number: number, record: Writes['record']): Record<string, string> => ({
  lastname: `n-${number}`,
  company: 'Example Industries International Limited',
  ...(record === 'unique' && { email: `n-${number}@example.com`, external_id: `n-${number}` }),
});

export const numberIn = (fields: Readonly<Record<string, unknown>> | undefined): number | undefined => {
  const digits = /^n-(\d+)$/.exec(String(fields?.['lastname']))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

type Sent = { number: number; sentAtMs: number };

/** Sends asynchronous creates or upserts and records every answer. Returns unacknowledged numbers. */
export async function sendWrites(run: Run, writes: Writes): Promise<number[]> {
  const { numbers = range(0, run.n), perSecond, connections = usualConnections, insist } = writes;
  const missed = new Set(numbers);
  const { stack } = run.ground;
  const pool = new Pool(writes.url ?? stack.writeUrl, {
    connections: perSecond ? 256 : connections,
    pipelining: 1,
  });
  const sendOnce = writeSender(run, pool, { keyed: insist === true, ...writes });
  const send = async (number: number, intendedAtMs = performance.now()): Promise<void> => {
    const firstAtMs = performance.timeOrigin + intendedAtMs;
    for (let sentAtMs = firstAtMs; ; sentAtMs = Date.now()) {
      const entry = await sendOnce({ number, sentAtMs });
      run.record(entry);
      if (entry.kind === 'acknowledged') missed.delete(number);
      const tired = Date.now() > firstAtMs + insistLimitMs;
      if (entry.kind === 'acknowledged' || !insist || tired) return;
      await delay(againAfterMs);
    }
  };
  await (perSecond === undefined
    ? closedLoop(numbers.values(), connections, send)
    : openLoop(numbers, perSecond, send));
  await pool.close();
  return [...missed];
}

function writeSender({ ground }: Run, pool: Pool, writes: Writes): (sent: Sent) => Promise<Entry> {
  const { project, accounts } = ground;
  const path = writePath(project);
  return async (sent) => {
    const { number } = sent;
    const { groupRef } = accounts[(writes.accountOf?.(number) ?? number) % accounts.length] ?? accounts[0];
    const record = recordOf(number, writes.record ?? 'unique');
    try {
      const answer = await pool.request({
        path,
        method: 'POST',
        headers: {
          'x-api-key': project.apiKey,
          'content-type': 'application/json',
          ...(writes.keyed && { 'idempotency-key': `write-${number}` }),
        },
        body: JSON.stringify({
          groupRef,
          ...(writes.upserts ? typeOf(number) : { type: 'create' }),
          mode: 'asynchronous',
          record,
          ...(typeof writes.also === 'function' ? writes.also(number) : writes.also),
        }),
      });
      const { statusCode, headers } = answer;
      return toEntry(sent, statusCode, String(headers['content-type']), await answer.body.text());
    } catch (error) {
      return toEntry(sent, 0, '', error instanceof Error ? error.message : String(error));
    }
  };
}

const typesInTurn = [
  { type: 'create' },
  { type: 'upsert', key: 'external_id' },
  { type: 'upsert', key: 'email' },
] as const;
const typeOf = (number: number) => typesInTurn[number % 3] ?? typesInTurn[0];
/** With `upserts`. */
export const isUpsert = (number: number): boolean => typeOf(number).type === 'upsert';

const warmUpWrites = 1_000;

/** Sends unjudged writes with far higher numbers, so that compiled code is measured. */
export async function warmUp(run: Run): Promise<void> {
  const silent = { ...run, record: () => undefined };
  await sendWrites(silent, { numbers: range(10_000_000, warmUpWrites), record: 'plain' });
}

function toEntry(sent: Sent, status: number, type: string, text: string): Entry {
  const atMs = Date.now();
  const body = parsed(text);
  if (status === 200 && typeof body['operationId'] === 'string')
    return { kind: 'acknowledged', ...sent, atMs, operationId: body['operationId'] };
  return {
    kind: 'refused',
    ...sent,
    atMs,
    status,
    type: type.split(';')[0] ?? '',
    retryable: body['retryable'] === true,
    detail: typeof body['detail'] === 'string' ? body['detail'] : text.slice(0, 100),
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
