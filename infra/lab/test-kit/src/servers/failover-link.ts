import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that leads to another one after a failover, as its name does. */
export type FailoverLink = {
  url: string;
  /** New connections lead to the server of this URL; those that stand stay where they are. */
  leadTo: (url: string) => void;
  /** Connections that stand carry nothing any more, and do not break: their server is gone without a word. */
  fallSilent: () => void;
  close: () => Promise<void>;
};

/** Opens a link that leads to the server of `url` at first, on a free port of 127.0.0.1. */
export async function failoverLink(url: string): Promise<FailoverLink> {
  let target = new URL(url);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const forward = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on('data', (bytes) => silent.has(from) || to.write(bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    leadTo: (next) => (target = new URL(next)),
    fallSilent: () => {
      for (const socket of open) silent.add(socket);
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
