import { setTimeout as delay } from 'node:timers/promises';
import { integrationName } from '@writ/stack';
import { Pool } from 'undici';
import type { Whole } from '../../ground/start-whole.ts';

/** A write that was sent, and its answer; without one the status is 0. */
export type Written = {
  mode: 'synchronous' | 'asynchronous';
  status: number;
  operationId: string;
  text: string;
};

/** Sends creates of both modes in turn at a rate; `stop` resolves with all of them once each is answered. */
export function startWriting(
  { stack, project, account }: Whole,
  perSecond: number,
): { stop: () => Promise<Written[]> } {
  const pool = new Pool(stack.writeUrl, { connections: 32, pipelining: 1 });
  const path = `/v1/projects/${project.name}/integrations/${integrationName}/objects/contacts`;
  const headers = { 'x-api-key': project.apiKey, 'content-type': 'application/json' };
  const send = async (mode: Written['mode'], number: number): Promise<Written> => {
    const record = { email: `${Date.now()}-${number}@example.com` };
    const body = JSON.stringify({ groupRef: account.groupRef, type: 'create', mode, record });
    try {
      const answer = await pool.request({ path, method: 'POST', headers, body });
      const text = await answer.body.text();
      const { operationId = '' } = JSON.parse(text) as { operationId?: string };
      return { mode, status: answer.statusCode, operationId, text };
    } catch (error) {
      return { mode, status: 0, operationId: '', text: String(error) };
    }
  };
  const running: Promise<Written>[] = [];
  const stopping = new AbortController();
  const writing = (async () => {
    const startedAtMs = performance.now();
    while (!stopping.signal.aborted) {
      const number = running.length;
      running.push(send(number % 2 === 0 ? 'asynchronous' : 'synchronous', number));
      const nextAtMs = startedAtMs + (running.length / perSecond) * 1_000;
      await delay(Math.max(0, nextAtMs - performance.now()));
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await writing;
      const written = await Promise.all(running);
      await pool.close();
      return written;
    },
  };
}
