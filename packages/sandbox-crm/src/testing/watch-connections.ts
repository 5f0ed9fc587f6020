import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Notes the address of every TCP connection this process opens, so that a test can tell where a client went. */
export function watchConnections(): Disposable & { addresses(): string[] } {
  const seen = new Set<string>();
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => seen.add(socket.remoteAddress ?? 'unknown'));
    socket.once('lookup', (_error, address) => seen.add(address));
  };
  subscribe('net.client.socket', note);
  return {
    addresses: () => [...seen],
    [Symbol.dispose]: () => void unsubscribe('net.client.socket', note),
  };
}
