import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { reservePort } from './reserve-port.ts';

// Below the range from which systems take the ports of outgoing connections: a server that is down for a
// while must find its port again, and a client that retries must not be connected to itself.
const lowestPort = 20_000;
const highestPort = 30_000;
const maxTries = 200;

/** A port of 127.0.0.1 on which nothing listens, kept for this process as long as it lives. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if ((await reservePort(port)) && (await canListen(port))) return port;
  }
  throw new Error(`No free port was found between ${lowestPort} and ${highestPort} on 127.0.0.1.`);
}

/** Whether nothing listens on this port of 127.0.0.1. */
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
