import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Closing } from '@writ/service-kit';

/** Listens on every address of this machine and counts connections. */
export type Canary = { port: number; connections: () => number };

export async function startCanary(closing: Closing): Promise<Canary> {
  let connections = 0;
  const port = await listen(closing, { port: 0 }, (socket) => {
    connections += 1;
    socket.destroy();
  });
  return { port, connections: () => connections };
}

/** Allowed by the operator; the liars listen here. */
export const allowedHost = '127.0.0.9';

export const startRedirecting = (
  closing: Closing,
  { status, location }: { status: number; location: string },
): Promise<number> =>
  listen(closing, { host: allowedHost, port: 0 }, (socket) => {
    socket.once('data', () =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
    );
  });

/** Advertises another port of 127.0.0.1 than its own. */
export const startLyingBroker = (
  closing: Closing,
  { brokerPort, toldPort }: { brokerPort: number; toldPort: number },
): Promise<number> =>
  listen(closing, { host: allowedHost, port: 0 }, (socket) => {
    const onward = connect(brokerPort, '127.0.0.1');
    socket.pipe(onward).on('error', () => socket.destroy());
    socket.once('close', () => onward.destroy());
    onward.on('data', (answer: Buffer) => socket.write(withPort(answer, toldPort)));
    onward.once('close', () => socket.destroy());
  });

/** Kafka's answers have a broker as host (a string) and port (four bytes). */
function withPort(answer: Buffer, port: number): Buffer {
  const host = Buffer.from('127.0.0.1');
  for (let at = answer.indexOf(host); at >= 0; at = answer.indexOf(host, at + 1))
    answer.writeUInt32BE(port, at + host.length);
  return answer;
}

async function listen(
  closing: Closing,
  at: { host?: string; port: number },
  take: (socket: Socket) => void,
): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    take(socket);
  });
  server.listen(at);
  await once(server, 'listening');
  closing.add(server, (open) => open.close());
  return (server.address() as AddressInfo).port;
}
