import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { reservePort } from './reserve-port.ts';

// Below the ports of outgoing connections: a server that is down must get its port back, and a client that retries must
// not connect to itself.
const lowestPort = 20_000;
const highestPort = 30_000;
const maxTries = 200;

/** A free port of 127.0.0.1, reserved for this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if ((await reservePort(port)) && (await canListen(port))) return port;
  }
  throw new Error(`No free port was found between ${lowestPort} and ${highestPort} on 127.0.0.1.`);
}

export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () =>
      probe.close(() => {
        resolve(true);
      }),
    );
  });
}
