import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { askDns, createResolveAll, type ResolveAll } from './resolve-names.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const here = [{ address: '127.0.0.1', family: 4 }];
const nowhere: ResolveAll = () => Promise.resolve([]);
const never: ResolveAll = () => new Promise<LookupAddress[]>(() => undefined);

/** For a busy machine. */
const patient = { limitMs: 60_000, firstTryMs: 60_000 };

const [typeA, noSuchName, serverFailed] = [1, 3, 2];

/**
 * A name server that has 127.0.0.1 for `answers.test`, records questions, and answers `hangs.test` only when
 * released: with a failure.
 */
async function startNameServer() {
  const asked: string[] = [];
  const letGo = Promise.withResolvers<undefined>();
  const socket = closing.add(createSocket('udp4'), (open) => open.close());
  socket.on('message', (query, { address, port }) => {
    const name = query.toString('latin1', 13, query.indexOf(0, 12)).replace(/[^a-z]/g, '.');
    asked.push(name);
    const answer = () => socket.send(answerTo(query, name), port, address);
    if (name === 'hangs.test') void letGo.promise.then(answer);
    else answer();
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const servers = [`127.0.0.1:${socket.address().port}`];
  return { asked, servers, letGo: () => letGo.resolve(undefined) };
}

function answerTo(query: Buffer, name: string): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const found = name === 'answers.test' && query.readUInt16BE(end - 4) === typeA;
  const failure =
    { 'missing.test': noSuchName, 'fails.test': serverFailed, 'hangs.test': serverFailed }[name] ?? 0;
  const head = [0x81, 0x80 + failure, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0];
  const record = [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1];
  return Buffer.concat([
    query.subarray(0, 2),
    Buffer.from(head),
    query.subarray(12, end),
    Buffer.from(found ? record : []),
  ]);
}

test('128 that ask for a name which is not answered share a look-up, and delay neither another name nor the system', async () => {
  const { asked, servers, letGo } = await startNameServer();
  const resolveAll = createResolveAll({ dns: askDns({ servers, ...patient }), system: never });
  const ended: string[] = [];
  const ask = (host: string) => resolveAll(host).finally(() => ended.push(host));
  const hanging = Promise.allSettled(Array.from({ length: 128 }, () => ask('hangs.test')));
  // IPv4 and IPv6.
  const oneLookUp = ['hangs.test', 'hangs.test'];
  await eventually(() => expect(asked).toEqual(oneLookUp));
  expect(await ask('answers.test')).toEqual(here);
  expect(await lookup('localhost', { all: true })).toContainEqual(here[0]);
  expect(ended).toEqual(['answers.test']);
  expect(asked.filter((name) => name === 'hangs.test')).toEqual(oneLookUp);
  letGo();
  for (const result of await hanging) {
    const message = 'hangs.test could not be looked up: ESERVFAIL.';
    expect(result).toMatchObject({ status: 'rejected', reason: { message } });
  }
});

test('a name that no name server answers for in time is told so', async () => {
  const { servers } = await startNameServer();
  await expect(askDns({ servers, limitMs: 100 })('hangs.test')).rejects.toThrow(
    'hangs.test could not be looked up: no name server answered in time.',
  );
});

test('what DNS does not have is asked of the system; what a name server fails at is not', async () => {
  const { servers } = await startNameServer();
  const system: ResolveAll = () => Promise.resolve(here);
  const resolveAll = createResolveAll({ dns: askDns({ servers, ...patient }), system });
  expect(await resolveAll('missing.test')).toEqual(here);
  await expect(resolveAll('fails.test')).rejects.toThrow('fails.test could not be looked up: ESERVFAIL.');
  const withoutDns = createResolveAll({ dns: askDns({ servers: ['127.0.0.1:1'], ...patient }), system });
  expect(await withoutDns('answers.test')).toEqual(here);
});

test('the system is asked for one name with a dot at a time, and for others at once', async () => {
  const asked: string[] = [];
  const system: ResolveAll = (host) => {
    asked.push(host);
    return host === 'hangs.test' ? never(host) : Promise.resolve(here);
  };
  const resolveAll = createResolveAll({ dns: nowhere, system });
  void resolveAll('hangs.test');
  void resolveAll('waits.test');
  expect(await resolveAll('localhost')).toEqual(here);
  expect(asked.toSorted()).toEqual(['hangs.test', 'localhost']);
});

test('a name is looked up anew once its look-up has ended, whether it failed or not', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(here)];
  const resolveAll = createResolveAll({ dns: () => answers.shift() ?? never(''), system: nowhere });
  await expect(Promise.all([resolveAll('a.test'), resolveAll('a.test')])).rejects.toThrow('away');
  expect(await resolveAll('a.test')).toEqual(here);
});
