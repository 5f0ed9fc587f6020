import { setTimeout as delay } from 'node:timers/promises';
import { integrationName } from '@writ/stack';
import { Pool } from 'undici';
import type { Run } from '../experiment.ts';
import type { Entry } from '../entry.ts';

/** Writes to send; the record of each carries its number. */
export type Writes = {
  numbers: readonly number[];
  /** `unique` creates hold a unique property, by which they can be looked for; `plain` ones hold none. */
  record: 'unique' | 'plain';
  /** Sent at this rate, whatever the answers do; without it, `connections` at a time. */
  perSecond?: number;
  connections?: number;
  /** Members of the request besides group, type, mode and record. */
  also?: Readonly<Record<string, unknown>>;
  /** Sends an `Idempotency-Key`. */
  keyed?: boolean;
  /** Sends what was refused again, with the same key, until it is acknowledged. */
  insist?: boolean;
  /** The write host; the stack's own when left out. */
  url?: string;
  /** The place of the account of a write among the ground's; they take turns when left out. */
  accountOf?: (number: number) => number;
};

const usualConnections = 32;
const againAfterMs = 100;
const insistLimitMs = 120_000;

/** The record of the write `number`; its last name tells the number at the CRM. */
export const recordOf = (number: number, record: Writes['record']): Record<string, string> => ({
  lastname: `n-${number}`,
  company: 'Example Industries International Limited',
  ...(record === 'unique' && { email: `n-${number}@example.com`, external_id: `n-${number}` }),
});

/** The number that a record carries. */
export const numberIn = (fields: Readonly<Record<string, unknown>> | undefined): number | undefined => {
  const digits = /^n-(\d+)$/.exec(String(fields?.['lastname']))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** The numbers from `from` on. */
export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, place) => from + place);

/**
 * Sends asynchronous creates and records what became of each. Resolves when all were answered, with the numbers of those
 * that were not acknowledged.
 */
export async function sendWrites({ ground, record }: Run, writes: Writes): Promise<number[]> {
  const { numbers, perSecond, connections = usualConnections } = writes;
  const given = { keyed: writes.insist, ...writes };
  const missed = new Set(numbers);
  const { project, accounts, stack } = ground;
  const pool = new Pool(writes.url ?? stack.writeUrl, {
    connections: perSecond ? 256 : connections,
    pipelining: 1,
  });
  const path = `/v1/projects/${project.name}/integrations/${integrationName}/objects/contacts`;

  const sendOnce = async (number: number, sentAtMs: number): Promise<Entry> => {
    const { groupRef } = accounts[(writes.accountOf?.(number) ?? number) % accounts.length] ?? accounts[0];
    const own = { groupRef, type: 'create', mode: 'asynchronous', record: recordOf(number, writes.record) };
    const answer = await pool.request({
      path,
      method: 'POST',
      headers: {
        'x-api-key': project.apiKey,
        'content-type': 'application/json',
        ...(given.keyed && { 'idempotency-key': `write-${number}` }),
      },
      body: JSON.stringify({ ...own, ...writes.also }),
    });
    return toEntry(
      { number, sentAtMs },
      answer.statusCode,
      answer.headers['content-type'],
      await answer.body.text(),
    );
  };
  const send = async (number: number, intendedAtMs: number): Promise<void> => {
    for (let sentAtMs = intendedAtMs; ; sentAtMs = Date.now()) {
      const entry = await sendOnce(number, sentAtMs).catch((error: unknown) =>
        noAnswer({ number, sentAtMs }, error),
      );
      record(entry);
      if (entry.kind === 'acknowledged') missed.delete(number);
      const tired = Date.now() > intendedAtMs + insistLimitMs;
      if (entry.kind === 'acknowledged' || !writes.insist || tired) return;
      await delay(againAfterMs);
    }
  };

  await (perSecond === undefined ? inTurn(numbers, connections, send) : atRate(numbers, perSecond, send));
  await pool.close();
  return [...missed];
}

const warmUpWrites = 1_000;

/**
 * Sends writes that nobody judges, so that the write host runs compiled code when it is measured. Their numbers are far
 * above those of the run.
 */
export async function warmUp(run: Run): Promise<void> {
  const silent = { ...run, record: () => undefined };
  await sendWrites(silent, { numbers: range(10_000_000, warmUpWrites), record: 'plain' });
}

type Send = (number: number, intendedAtMs: number) => Promise<void>;
type Sent = { number: number; sentAtMs: number };

async function inTurn(numbers: readonly number[], connections: number, send: Send): Promise<void> {
  const waiting = numbers.values();
  const connection = async (): Promise<void> => {
    for (const number of waiting) await send(number, Date.now());
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

async function atRate(numbers: readonly number[], perSecond: number, send: Send): Promise<void> {
  const startedAtMs = Date.now();
  const running: Promise<void>[] = [];
  for (const [place, number] of numbers.entries()) {
    const intendedAtMs = startedAtMs + (place / perSecond) * 1000;
    const waitMs = intendedAtMs - Date.now();
    if (waitMs > 0) await delay(waitMs);
    running.push(send(number, intendedAtMs));
  }
  await Promise.all(running);
}

function toEntry(sent: Sent, status: number, type: unknown, text: string): Entry {
  const atMs = Date.now();
  const body = parsed(text);
  if (status === 200 && typeof body['operationId'] === 'string')
    return { kind: 'acknowledged', ...sent, atMs, operationId: body['operationId'] };
  return {
    kind: 'refused',
    ...sent,
    atMs,
    status,
    type: String(type).split(';')[0] ?? '',
    retryable: body['retryable'] === true,
    detail: typeof body['detail'] === 'string' ? body['detail'] : text.slice(0, 100),
  };
}

const noAnswer = (sent: Sent, error: unknown): Entry => ({
  kind: 'refused',
  ...sent,
  atMs: Date.now(),
  status: 0,
  type: '',
  retryable: false,
  detail: error instanceof Error ? error.message : String(error),
});

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
