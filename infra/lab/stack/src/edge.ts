import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EdgeOptions<Name extends string> = {
  host: string;
  port: number;
  /** The name of who answers for a path; `none` where nobody does. */
  route: (path: string) => Name | 'none';
  /** The ports of 127.0.0.1 on which a name's replicas take requests at this moment. */
  portsOf: (name: Name) => readonly number[];
};

export type Edge = { port: number; close: () => Promise<void> };

type Incoming = { request: IncomingMessage; response: ServerResponse };

// Headers that belong to one connection and are not handed on (RFC 9110, section 7.6.1); `expect` has been answered.
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** How long a caller's connection may be idle: as long as at the services, so that it is not closed under a request. */
const idleMs = 65_000;

/**
 * A streaming reverse proxy for one machine: bodies pass through unread, replicas take turns, and a replica to which
 * no connection can be made is passed over. Nothing is repeated once a byte was sent.
 */
export async function startEdge<Name extends string>(options: EdgeOptions<Name>): Promise<Edge> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const name = options.route(request.url ?? '/');
    if (name === 'none') {
      refuse(response, 404, 'Not found');
      return;
    }
    turn += 1;
    const ports = options.portsOf(name);
    const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    forward({ request, response }, inTurn, agent);
  });
  server.keepAliveTimeout = idleMs;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      agent.destroy();
    },
  };
}

function forward(incoming: Incoming, ports: readonly number[], agent: Agent): void {
  const [port, ...others] = ports;
  if (port === undefined) {
    refuse(incoming.response, 503, 'Service unavailable');
    return;
  }
  const { request: from, response: to } = incoming;
  const outgoing = request({
    agent,
    host: '127.0.0.1',
    port,
    method: from.method,
    path: from.url,
    headers: requestHeaders(from),
  });
  outgoing.on('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHops(answer.headers));
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(incoming, others, agent);
    else if (to.headersSent) to.destroy();
    else refuse(to, 503, 'Service unavailable');
  });
  to.once('close', () => {
    if (!to.writableFinished) outgoing.destroy();
  });
  sendOnceConnected(outgoing, from);
}

/** Holds the body back until there is a connection, so that another replica can still be given it. */
function sendOnceConnected(outgoing: ClientRequest, from: IncomingMessage): void {
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => from.pipe(outgoing));
    else from.pipe(outgoing);
  });
}

function requestHeaders(from: IncomingMessage): OutgoingHttpHeaders {
  const address = from.socket.remoteAddress ?? '';
  const before = from.headers['x-forwarded-for'];
  return {
    ...withoutHops(from.headers),
    // The body's framing is made anew; without this, a body of unknown length would be taken for none.
    ...(from.headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {}),
    'x-forwarded-for': before === undefined ? address : `${String(before)}, ${address}`,
    'x-forwarded-proto': 'http',
  };
}

function withoutHops(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !hopByHop.has(name)),
  );
}

function refuse(response: ServerResponse, status: 404 | 503, title: string): void {
  const retryable = status === 503;
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    ...(retryable ? { 'retry-after': '1' } : {}),
  });
  response.end(JSON.stringify({ type: 'about:blank', title, status, retryable }));
}
