import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.ts';

/** `rawBody`: the exact bytes, which a signature covers. */
export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  at: Date;
  json: () => unknown;
};

/** `hang` never answers; `reset` cuts the connection. */
export type ReceiverAnswer =
  | 'hang'
  | 'reset'
  | { status: number; headers?: Record<string, string | string[]>; body?: string | Buffer; delayMs?: number };

export type Receiver = {
  url: string;
  /** Oldest first. */
  received: readonly Received[];
  /** For the next requests, in order. */
  answerNext: (...answers: ReceiverAnswer[]) => void;
  /** For all others. */
  answerAlways: (answer: ReceiverAnswer | ((request: Received) => ReceiverAnswer)) => void;
  /** The first matching request, past or future. */
  waitFor: (matches: (request: Received) => boolean, options?: { withinMs?: number }) => Promise<Received>;
  waitForCount: (count: number, options?: { withinMs?: number }) => Promise<readonly Received[]>;
  /** Frees memory in long runs. */
  forget: () => void;
  close: () => Promise<void>;
};

/** On 127.0.0.1; records requests and answers 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const scripted: ReceiverAnswer[] = [];
  let usual: (request: Received) => ReceiverAnswer = () => ({ status: 200 });

  const server = createServer((request, response) => {
    void record(request).then((entry) => {
      if (!entry) return;
      received.push(entry);
      give(scripted.shift() ?? usual(entry), response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerNext: (...answers) => scripted.push(...answers),
    answerAlways: (answer) => {
      usual = typeof answer === 'function' ? answer : () => answer;
    },
    waitFor: (matches, options) => eventually(() => find(received, matches), options),
    waitForCount: (count, options) =>
      eventually(() => {
        if (received.length < count) throw new Error(`${received.length} of ${count} requests came.`);
        return received;
      }, options),
    forget: () => void received.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Undefined if the sender broke off. */
async function record(request: IncomingMessage): Promise<Received | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  const rawBody = Buffer.concat(chunks);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    at: new Date(),
    json: () => JSON.parse(rawBody.toString('utf8')) as unknown,
  };
}

function give(answer: ReceiverAnswer, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const send = () => response.writeHead(answer.status, answer.headers).end(answer.body);
  if (answer.delayMs === undefined) send();
  else setTimeout(send, answer.delayMs).unref();
}

function find(received: readonly Received[], matches: (request: Received) => boolean): Received {
  const found = received.find(matches);
  if (!found) throw new Error(`None of the ${received.length} requests that came is the one waited for.`);
  return found;
}
