import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as polled } from 'node:timers/promises';
import { listenError } from '@writ/service-kit';
import type { Express } from 'express';
import { answerRaw, requestHandler } from './raw-answers.ts';

export type Listening = {
  /** `http://host:port`, without a trailing slash. */
  url: string;
  port: number;
  /** Takes no new connection, drains, finishes running requests, then closes, within `closingMs`. */
  close(): Promise<void>;
};

export type ListenOptions = {
  port: number;
  /** Names the port's variable in errors. */
  portVariable?: string;
  host: string;
  /** Names the host's variable in errors; default: LISTEN_HOST. */
  hostVariable?: string;
  /** How long idle connections are kept on closing; absent: not at all. */
  drain?: () => Promise<unknown>;
  keepAliveMs?: number;
  /** Limit for the headers of a request, to the second. */
  headersMs?: number;
  /** Cuts a connection after so long without a byte. */
  stalledMs?: number;
  /** Cuts the remaining connections so long after closing began. */
  closingMs?: number;
};

/** Longer than the 60 s for which the edge keeps a connection. */
const usualKeepAliveMs = 65_000;

const usualHeadersMs = 10_000;

/** Longer than the 30 s of the slowest first byte, and the edge's 60 s. */
const usualStalledMs = 65_000;

/** Of the 30 s of a stop. */
const usualClosingMs = 27_000;

/**
 * Starts an app on a port (0: any free one).
 * @throws StartError if the port is in use, EnvironmentError if the host is no address of this machine
 */
export async function listen(app: Express, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: options.headersMs ?? usualHeadersMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: options.keepAliveMs ?? usualKeepAliveMs,
      maxHeaderSize: 16 * 1024,
      // The app refuses it, with a problem.
      requireHostHeader: false,
      ...messagesOf(app),
    },
    requestHandler(app),
  );
  server.timeout = options.stalledMs ?? usualStalledMs;
  answerRaw(server, app);
  const silent = silentConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) =>
      reject(listenError(error, { hostVariable: 'LISTEN_HOST', ...options })),
    );
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, port, close: () => close(server, options, silent) };
}

/**
 * Messages with the app's prototypes from the start: Express would change them, which makes every access
 * slow.
 */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/**
 * While a server drains, it closes each connection with its answer, so a proxy gives it up. Otherwise the
 * proxy could send a request into a closing connection, and not know if it was carried out.
 */
async function close(
  server: Server,
  { drain, closingMs = usualClosingMs }: Pick<ListenOptions, 'drain' | 'closingMs'>,
  silent: Silent,
): Promise<void> {
  const closed = once(server, 'close');
  const end = setTimeout(() => server.closeAllConnections(), closingMs);
  // Before the app's handler, which may complete an answer immediately.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (drain) {
    await acceptConnected(server);
    // The HTTP server's own `close` would close idle connections, too.
    NetServer.prototype.close.call(server);
    await Promise.race([closed, drain()]);
  }
  server.close();
  // Closes connections whose running answer has promised to keep them, one second after it.
  server.keepAliveTimeout = 1;
  silent.end();
  await closed;
  clearTimeout(end);
}

const mostTurns = 1_000;

/**
 * Accepts the connections that the kernel has made by now, which would be reset when the host stops
 * listening.
 */
async function acceptConnected(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  server.on('connection', count);
  // The event loop accepts a connection a turn.
  for (let before = -1, turns = 0; before !== accepted && turns < mostTurns; turns += 1) {
    before = accepted;
    // The first may resolve before the next poll.
    await polled();
    await polled();
  }
  server.off('connection', count);
}

type Silent = ReturnType<typeof silentConnections>;

/** Node does not count connections without any request as idle: they would keep a host open. */
function silentConnections(server: Server) {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', ({ socket }) => silent.delete(socket));
  return {
    end: (): void => {
      for (const socket of silent) socket.destroy();
    },
  };
}
