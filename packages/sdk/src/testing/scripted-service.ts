import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WritSettings } from '../transport/settings.ts';

/** An answer of the script, or of the request's body; `cut` ends the connection without one, `hang` never answers. */
export type Scripted = Answer | ((body: string) => Answer) | 'cut' | 'hang';
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A problem as the service answers it, retryable or not. */
export const problem = (status: number, kind: string, more: object = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: {
    type: `http://host/problems/${kind}`,
    title: kind,
    status,
    detail: 'why',
    instance: '/x',
    time: '2026-11-21T10:15:30.123456Z',
    requestId: 'request-1',
    retryable: false,
    ...more,
  },
});

/** A host that answers by a script and remembers requests, and a client's settings that wait for nothing. */
export async function scriptedService(script: readonly Scripted[]) {
  const received: Received[] = [];
  const left = [...script];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      const next = left.length > 1 ? left.shift() : left[0];
      if (next === 'cut') request.socket.destroy();
      if (next === undefined || typeof next === 'string') return;
      const answer = typeof next === 'function' ? next(body) : next;
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const slept: number[] = [];
  let now = Date.parse('2026-11-21T10:00:00Z');
  let keys = 0;
  const settings: WritSettings = {
    apiKey: 'writ_key',
    project: 'demo',
    managementUrl: url,
    writeUrl: url,
    runtime: {
      now: () => now,
      random: () => 0.5,
      newKey: () => `key-${(keys += 1)}`,
      sleep: (ms, signal) => {
        signal?.throwIfAborted();
        slept.push(ms);
        now += ms;
        return Promise.resolve();
      },
    },
  };
  return {
    settings,
    received,
    slept,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
