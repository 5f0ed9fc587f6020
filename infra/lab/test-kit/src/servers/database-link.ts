import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@writ/local-servers';

/** A way to Postgres that a test can break. */
export type DatabaseLink = {
  url: string;
  /** Breaks every connection and takes no new one. */
  cut: () => Promise<void>;
  /** Breaks every connection, and takes new ones. */
  breakConnections: () => void;
  mend: () => Promise<void>;
  /** Breaks the connection before the answer to the next `times` statements with this text. */
  loseAnswerTo: (statement: string, times?: number) => void;
  /** Breaks the connection before the next statement with this text reaches Postgres. */
  lose: (statement: string) => void;
  losses: () => number;
  close: () => Promise<void>;
};

export async function databaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let next = { statement: '', reaches: true, times: 0 };
  let losses = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, upstream].forEach(end(open)));
    }
    client.on('data', (bytes) => {
      if (next.times > 0 && bytes.includes(next.statement)) {
        next.times -= 1;
        losses += 1;
        if (!next.reaches) {
          client.resetAndDestroy();
          return;
        }
        const isAnswer = answerTo(next.statement);
        upstream.removeAllListeners('data').on('data', (answer) => {
          if (isAnswer(answer)) client.resetAndDestroy();
        });
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => void client.write(bytes));
  });
  // Reserved, also while the link is cut.
  const port = await freePort();
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;

  const breakConnections = (): void => {
    for (const socket of open) socket.destroy();
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakConnections();
    await closed;
  };
  return {
    url: url.href,
    cut,
    breakConnections,
    mend: listen,
    loseAnswerTo: (statement, times = 1) => (next = { statement, times, reaches: true }),
    lose: (statement) => (next = { statement, times: 1, reaches: false }),
    losses: () => losses,
    close: cut,
  };
}

/** Earlier statements may be answered before a commit. */
const answerTo =
  (statement: string) =>
  (bytes: Buffer): boolean =>
    statement !== 'COMMIT' || bytes.includes('COMMIT');

const end =
  (open: Set<Socket>) =>
  (socket: Socket): void => {
    open.delete(socket);
    socket.destroy();
  };
