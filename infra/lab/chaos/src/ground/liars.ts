import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How a receiver of webhooks answers that means no good, or cannot help it. */
export type Lie =
  /** Never. */
  | 'hang'
  /** With a byte a second. */
  | 'drip'
  /** With a body of 10 GB. */
  | 'endless'
  /** With 10 GB that are 10 MB on the way. */
  | 'bomb'
  /** With the beginning of an answer, and breaks off. */
  | 'early'
  /** With 200, after 14 s. */
  | 'late'
  /** With 301 to where clouds serve credentials. */
  | 'metadata'
  /** With 301 to another path of its own. */
  | 'redirect'
  /** With 410. */
  | 'gone';

/** Receivers, each at its own address, that answer honestly until they are told to lie. */
export type Liars = {
  urls: readonly string[];
  lie: () => void;
  beHonest: () => void;
  /** The most requests that one of them had at once. */
  mostAtOnce: () => number;
  /** The most bytes that were taken of one answer, those included that lie in buffers on the way. */
  mostTaken: () => number;
  /** Requests for what a redirect leads to. */
  followed: () => number;
  close: () => Promise<void>;
};

const piece = Buffer.alloc(64 * 1024, 'x');
const endlessBytes = 10 * 1024 ** 3;
const lateMs = 14_000;
const liePath = '/lie';
const followedPath = '/followed';
const dripEveryMs = 1_000;
/** Receivers share no clock: each answer begins to drip after another part of the second, which golden steps spread. */
const dripStepMs = 618;
let dripping = 0;

/** Starts one receiver for each lie, on a free port of 127.0.0.1: as those of different customers, they share no address. */
export async function startLiars(lies: readonly Lie[]): Promise<Liars> {
  let lying = false;
  let [mostAtOnce, mostTaken, followed] = [0, 0, 0];
  const atOnce = lies.map(() => 0);
  const bomb = lies.includes('bomb') ? zeros() : Buffer.alloc(0);

  const take = (place: number, lie: Lie, request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    if (request.url === followedPath) followed += 1;
    if (request.url !== liePath || !lying) {
      response.end();
      return;
    }
    atOnce[place] = (atOnce[place] ?? 0) + 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce[place]);
    response.once('close', () => {
      atOnce[place] = (atOnce[place] ?? 0) - 1;
      mostTaken = Math.max(mostTaken, response.socket?.bytesWritten ?? request.socket.bytesWritten);
    });
    response.on('error', () => undefined);
    answers[lie](response, bomb);
  };
  const servers = lies.map((lie, place) =>
    createServer((request, response) => take(place, lie, request, response)).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${liePath}`),
    lie: () => void (lying = true),
    beHonest: () => void (lying = false),
    mostAtOnce: () => mostAtOnce,
    mostTaken: () => mostTaken,
    followed: () => followed,
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        }),
      );
    },
  };
}

const answers: Readonly<Record<Lie, (response: ServerResponse, bomb: Buffer) => void>> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(200);
    dripping += 1;
    const drip = (): void => {
      response.write('x');
      timer = setTimeout(drip, dripEveryMs);
    };
    let timer = setTimeout(drip, (dripping * dripStepMs) % dripEveryMs);
    response.once('close', () => clearTimeout(timer));
  },
  endless: (response) => {
    response.writeHead(200, { 'content-length': endlessBytes });
    pour(response);
  },
  bomb: (response, bomb) =>
    void response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb),
  early: (response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('the beginning', () => response.destroy());
  },
  late: (response) => {
    const timer = setTimeout(() => response.end(), lateMs);
    response.once('close', () => clearTimeout(timer));
  },
  metadata: (response) =>
    void response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  redirect: (response) => void response.writeHead(301, { location: followedPath }).end(),
  gone: (response) => void response.writeHead(410).end(),
};

/** Writes as fast as it is taken. */
function pour(response: ServerResponse): void {
  for (let taken = true; taken && !response.destroyed; taken = response.write(piece));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

/** A thousand members of gzip, each of 10 MB of zeros. */
function zeros(): Buffer {
  const member = gzipSync(Buffer.alloc(10 * 1024 ** 2));
  return Buffer.concat(Array.from({ length: 1_000 }, () => member));
}
