import { writePath } from '@writ/stack';
import { numbersUntil, openLoop } from '@writ/test-kit/laboratory';
import { Pool } from 'undici';
import type { Whole } from '../../ground/start-whole.ts';

/** Status 0 means no answer. */
export type Written = {
  mode: 'synchronous' | 'asynchronous';
  status: number;
  operationId: string;
  text: string;
};

/** Sends creates of both modes in turn; `stop` resolves with all once answered. */
export function startWriting(
  { stack, project, account }: Whole,
  perSecond: number,
): { stop: () => Promise<Written[]> } {
  const pool = new Pool(stack.writeUrl, { connections: 32, pipelining: 1 });
  const path = writePath(project);
  const headers = { 'x-api-key': project.apiKey, 'content-type': 'application/json' };
  const send = async (number: number): Promise<Written> => {
    const mode = number % 2 === 0 ? 'asynchronous' : 'synchronous';
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
  const stopping = new AbortController();
  const writing = openLoop(numbersUntil(stopping.signal), perSecond, send);
  return {
    stop: async () => {
      stopping.abort();
      const written = await writing;
      await pool.close();
      return written;
    },
  };
}
