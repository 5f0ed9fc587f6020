import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as polled } from 'node:timers/promises';
import { listenError } from '@writ/service-kit';
import type { Express } from 'express';
import { answerRaw, requestHandler } from './raw-answers.ts';
import { unreadAnswersOf } from './unread-answers.ts';

/** A server that listens. */
export type Listening = {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  port: number;
  /** Takes no new connection, drains, finishes the requests that run, then closes: within 27 s, whoever does not read. */
  close(): Promise<void>;
};

/** Where a host listens, and for how long it has patience. */
export type ListenOptions = {
  port: number;
  /** The variable of the environment that the port is from, where it is from one. */
  portVariable?: string;
  host: string;
  /** The variable of the environment that the host is from; LISTEN_HOST unless told. */
  hostVariable?: string;
  /** How long idle connections are kept when the host closes; without it they are closed at once. */
  drain?: () => Promise<unknown>;
  /** So long the headers of a request may take, to the second. */
  headersMs?: number;
  /** After so long without a byte in either direction a connection is broken off: an answer that nobody reads is held in memory. */
  stalledMs?: number;
  /** So long after a host began to close, what is still connected is broken off. */
  closingMs?: number;
};

const usualHeadersMs = 10_000;

/** Longer than the 30 s of what waits longest for its first byte, and than the 60 s after which the edge gives up an answer. */
const usualStalledMs = 65_000;

/** Nearly the 30 s of a stop, since a write may take as long; the rest is for what was opened before the host. */
const usualClosingMs = 27_000;

/**
 * Starts an app on a port (0: any free one).
 *
 * @throws StartError in one sentence when the port is in use, EnvironmentError where the host is no address of this machine
 */
export async function listen(app: Express, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: options.headersMs ?? usualHeadersMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // The app refuses it, with a problem.
      requireHostHeader: false,
      ...messagesOf(app),
    },
    requestHandler(app),
  );
  // Bytes that the other side takes put it off, however slowly they go.
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
 * Messages that are the app's own from the start. Express would change the prototype of each, after which the engine
 * takes every access to them the slow way. What an answer leaves unread is noted at its end.
 */
function messagesOf(app: Express) {
  const unread = unreadAnswersOf(app);
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {
    override end(...given: unknown[]): this {
      super.end(...(given as [unknown, BufferEncoding]));
      unread?.note(this);
      return this;
    }
  }
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/**
 * While a host drains, every request that comes is answered on the connection that it came by, which is closed then: a proxy
 * gives up the connections that it keeps as it uses them. The drain ends early when none is left. Without it the proxy could
 * send a request into one that is just being closed: it cannot know whether that was carried out, so it may not send it to
 * another replica, and its caller gets an error.
 */
async function close(
  server: Server,
  { drain, closingMs = usualClosingMs }: Pick<ListenOptions, 'drain' | 'closingMs'>,
  silent: Silent,
): Promise<void> {
  const closed = once(server, 'close');
  // One caller who does not read his answer must not keep all else from being closed.
  const end = setTimeout(() => server.closeAllConnections(), closingMs);
  // Before the app has the request: some of its answers are complete when it returns.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (drain) {
    await acceptConnected(server);
    // That of an HTTP server would close idle connections, too.
    NetServer.prototype.close.call(server);
    await Promise.race([closed, drain()]);
  }
  server.close();
  // An answer that was begun before said that its connection is kept: it is closed when it has been idle for this, and for the
  // second that the engine adds.
  server.keepAliveTimeout = 1;
  silent.end();
  await closed;
  clearTimeout(end);
}

/** The event loop takes a connection a turn. */
const mostTurns = 1_000;

/** Takes the connections that the kernel has made by now: those that are left when a host stops to listen are broken off. */
async function acceptConnected(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  server.on('connection', count);
  for (let before = -1, turns = 0; before !== accepted && turns < mostTurns; turns += 1) {
    before = accepted;
    // Where this begins within a poll for events, the first of them comes before the next poll.
    await polled();
    await polled();
  }
  server.off('connection', count);
}

type Silent = ReturnType<typeof silentConnections>;

/** Connections by which nothing has been asked yet, which the engine does not take for idle: they would keep a host open. */
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
