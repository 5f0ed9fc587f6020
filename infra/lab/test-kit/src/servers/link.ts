import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be slow, break, and lead to another server after a failover. */
export type Link = {
  url: string;
  /** Delays data by this long, both directions together. */
  delay: (ms: number) => void;
  /** Breaks the connections that `chosen` picks. */
  cut: (chosen: () => boolean) => number;
  /** New connections lead to this server. */
  leadTo: (url: string) => void;
  /** Present connections carry nothing more, and do not break, as after a power cut. */
  fallSilent: () => void;
  /** Time of the last data from the client, in milliseconds since 1970, or 0. */
  lastSentAtMs: () => number;
  close: () => Promise<void>;
};

type Carriage = { delayMs: () => number; isLost: () => boolean };

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
