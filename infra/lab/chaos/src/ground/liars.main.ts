import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { gzipSync } from 'node:zlib';
import { serveTasks } from '@writ/test-kit/serve-tasks';
import type { LiarsCount, LiarsTask, Lie } from './liars.ts';

const piece = Buffer.alloc(64 * 1024, 'x');
const endlessBytes = 10 * 1024 ** 3;
const lateMs = 14_000;
const liePath = '/lie';
const followedPath = '/followed';
const dripEveryMs = 1_000;
/** Golden steps spread the drips of all receivers over the second. */
const dripStepMs = 618;
let dripping = 0;

let lying = false;
let bomb = Buffer.alloc(0);
const servers: Server[] = [];
const counted = { mostAtOnce: 0, mostTaken: 0, followed: 0 };

// Real liars have their own machines, so these get only spare processor time.
setPriority(constants.priority.PRIORITY_LOW);

serveTasks(async (task: LiarsTask): Promise<LiarsCount> => {
  if (task.do === 'listen') await listen(task.lies);
  if (task.do === 'behave') ({ lying } = task);
  const urls = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${liePath}`,
  );
  return { urls, ...counted };
});

async function listen(lies: readonly Lie[]): Promise<void> {
  if (lies.includes('bomb')) bomb = zeros();
  servers.push(...lies.map((lie) => createServer(liar(lie)).listen(0, '127.0.0.1')));
  await Promise.all(servers.map((server) => once(server, 'listening')));
}

function liar(lie: Lie): (request: IncomingMessage, response: ServerResponse) => void {
  let atOnce = 0;
  return (request, response) => {
    request.resume();
    if (request.url === followedPath) counted.followed += 1;
    if (request.url !== liePath || !lying) {
      response.end();
      return;
    }
    atOnce += 1;
    counted.mostAtOnce = Math.max(counted.mostAtOnce, atOnce);
    response.once('close', () => {
      atOnce -= 1;
      const taken = response.socket?.bytesWritten ?? request.socket.bytesWritten;
      counted.mostTaken = Math.max(counted.mostTaken, taken);
    });
    response.on('error', () => undefined);
    answers[lie](response);
  };
}

const answers: Readonly<Record<Lie, (response: ServerResponse) => void>> = {
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
  bomb: (response) =>
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

function pour(response: ServerResponse): void {
  for (let taken = true; taken && !response.destroyed; taken = response.write(piece));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function zeros(): Buffer<ArrayBuffer> {
  const member = gzipSync(Buffer.alloc(10 * 1024 ** 2));
  return Buffer.concat(Array.from({ length: 1_000 }, () => member));
}
