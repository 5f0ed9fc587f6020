import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@writ/local-servers';

/** A connection to a server that can be slow, break, and lead elsewhere after a failover. */
export type Link = {
  url: string;
  /** Both directions together. */
  delay: (ms: number) => void;
  /** Breaks chosen connections, or all; returns their number. */
  cut: (chosen?: () => boolean) => number;
  /** Breaks all connections, and refuses new ones until `restore`. */
  refuse: () => Promise<void>;
  restore: () => Promise<void>;
  /** For new connections. */
  leadTo: (url: string) => void;
  /** Like a power cut: existing connections carry nothing, but do not break. */
  fallSilent: () => void;
  /** Of the client's last data, in milliseconds since 1970, or 0. */
  lastSentAtMs: () => number;
  close: () => Promise<void>;
};

export type Ends = { client: Socket; upstream: Socket };

/** @param passes whether the client's data goes on to the server */
export async function openLink(
  url: string,
  passes: (bytes: Buffer, ends: Ends) => boolean = () => true,
): Promise<Link> {
  let target = new URL(url);
  const clients = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let [delayMs, sentAtMs] = [0, 0];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const eachWayMs = (): number => delayMs / 2;
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('data', () => (sentAtMs = Date.now()));
    forward(
      client,
      upstream,
      eachWayMs,
      (bytes) => !silent.has(client) && passes(bytes, { client, upstream }),
    );
    forward(upstream, client, eachWayMs, () => !silent.has(client));
  });
  const cut: Link['cut'] = (chosen = () => true) => {
    const unlucky = [...clients].filter(chosen);
    for (const client of unlucky) client.resetAndDestroy();
    return unlucky.length;
  };
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  // Also reserved while the link refuses connections.
  const port = await freePort();
  const restore = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await restore();
  const own = new URL(url);
  own.host = `127.0.0.1:${port}`;
  return {
    url: own.href,
    delay: (ms) => (delayMs = ms),
    cut,
    refuse,
    restore,
    leadTo: (next) => (target = new URL(next)),
    fallSilent: () => {
      for (const client of clients) silent.add(client);
    },
    lastSentAtMs: () => sentAtMs,
    close: refuse,
  };
}

function forward(
  from: Socket,
  to: Socket,
  delayMs: () => number,
  isCarried: (bytes: Buffer) => boolean,
): void {
  from.on('error', () => to.destroy());
  const later = (work: () => void): void => {
    const ms = delayMs();
    if (ms > 0) setTimeout(work, ms);
    else work();
  };
  from.on('data', (piece: Buffer) => {
    if (isCarried(piece)) later(() => to.write(piece));
  });
  from.once('close', () => later(() => to.destroy()));
}
