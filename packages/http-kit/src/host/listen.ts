import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '@writ/service-kit';
import type { Express } from 'express';
import { answerRaw } from './raw-answers.ts';

/** A server that listens. */
export type Listening = {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  port: number;
  /** Takes no new connection, finishes the requests that run, then closes. */
  close(): Promise<void>;
};

/** Starts an app on a port (0: any free one). @throws StartError in one sentence when the port is in use. */
export async function listen(app: Express, options: { port: number; host: string }): Promise<Listening> {
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
  return { url: `http://${options.host}:${port}`, port, close: () => close(server) };
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

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
    // A connection kept alive by its client gets "Connection: close" with its next answer.
    server.keepAliveTimeout = 1;
    // Before the app has the request: some of its answers are complete when it returns.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  });
}
