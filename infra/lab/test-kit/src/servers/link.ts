import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be made slow, break, and lead to another server after a failover, as a name does. */
export type Link = {
  url: string;
  /** Holds every piece of data back by this long, in the direction of the server and back together. */
  delay: (ms: number) => void;
  /** Breaks those of its connections that `chosen` picks. */
  cut: (chosen: () => boolean) => number;
  /** New connections lead to the server of this URL; those that stand stay where they are. */
  leadTo: (url: string) => void;
  /** Connections that stand carry nothing any more, and do not break: their server is gone without a word. */
  fallSilent: () => void;
  /** When the client last sent something, in milliseconds since 1970; 0 when it never did. */
  lastSentAtMs: () => number;
  close: () => Promise<void>;
};

/** What becomes of the pieces of a connection: how long each is held back, and whether it is lost. */
type Carriage = { delayMs: () => number; isLost: () => boolean };

/** Opens a link that leads to the server of `url` at first, on a free port of 127.0.0.1. */
export async function openLink(url: string): Promise<Link> {
  let target = new URL(url);
  const clients = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let [delayMs, sentAtMs] = [0, 0];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const carriage = { delayMs: () => delayMs / 2, isLost: () => silent.has(client) };
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('data', () => (sentAtMs = Date.now()));
    forward(client, upstream, carriage);
    forward(upstream, client, carriage);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    delay: (ms) => (delayMs = ms),
    cut: (chosen) => {
      const unlucky = [...clients].filter(chosen);
      for (const client of unlucky) client.resetAndDestroy();
      return unlucky.length;
    },
    leadTo: (next) => (target = new URL(next)),
    fallSilent: () => {
      for (const client of clients) silent.add(client);
    },
    lastSentAtMs: () => sentAtMs,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

/** Hands on what `from` says, in order, each piece after the delay that holds when it comes. */
function forward(from: Socket, to: Socket, { delayMs, isLost }: Carriage): void {
  from.on('error', () => to.destroy());
  const later = (work: () => void): void => {
    const ms = delayMs();
    if (ms > 0) setTimeout(work, ms);
    else work();
  };
  from.on('data', (piece) => {
    if (!isLost()) later(() => to.write(piece));
  });
  from.once('close', () => later(() => to.destroy()));
}
