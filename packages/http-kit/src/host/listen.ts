import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setImmediate as polled } from 'node:timers/promises';
import { listenError } from '@writ/service-kit';
import type { Express } from 'express';
import { answerRaw } from './raw-answers.ts';

/** A server that listens. */
export type Listening = {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  port: number;
  /** Takes no new connection, drains, finishes the requests that run, then closes. */
  close(): Promise<void>;
};

/** Where a host listens, and how long it keeps idle connections when it closes; without that they are closed at once. */
export type ListenOptions = { port: number; host: string; drain?: () => Promise<unknown> };

/** Starts an app on a port (0: any free one). @throws StartError in one sentence when the port is in use. */
export async function listen(app: Express, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // The app refuses it, with a problem.
      requireHostHeader: false,
      ...messagesOf(app),
    },
    app,
  );
  answerRaw(server, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) => reject(listenError(error, options.port)));
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, port, close: () => close(server, options) };
}

/**
 * Messages that are the app's own from the start. Express would change the prototype of each, after which the engine
 * takes every access to them the slow way.
 */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/**
 * While a host drains, every answer says that its connection closes, so that a proxy gives up those that it keeps as it uses
 * them; it ends when none is left. Without this the proxy could send a request into one that is just being closed: it cannot
 * know whether that was carried out, so it may not send it to another replica, and its caller gets an error.
 */
async function close(server: Server, { drain }: Pick<ListenOptions, 'drain'>): Promise<void> {
  const closed = once(server, 'close');
  // Before the app has the request: some of its answers are complete when it returns.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (drain) {
    // Connections that the kernel has made by now are taken first: otherwise it would break them off.
    await polled();
    // That of an HTTP server would close idle connections, too.
    NetServer.prototype.close.call(server);
    await Promise.race([closed, drain()]);
  }
  server.close();
  // A connection kept alive by its client gets "Connection: close" with its next answer.
  server.keepAliveTimeout = 1;
  await closed;
}
