import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { reservePort } from './reserve-port.ts';

// Below outgoing ports: a stopped server must get its port back, and a retrying client must not connect to itself.
const lowestPort = 20_000;
const highestPort = 30_000;
const maxTries = 200;

/** Reserves a port of 127.0.0.1 for this process. */
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
