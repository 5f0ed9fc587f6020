import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver } from '@writ/test-kit';
import { createAddressRules } from './address-rules.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { post } from './post.ts';
import { askDns, createResolveAll, type ResolveAll } from './resolve-names.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const here = [{ address: '127.0.0.1', family: 4 }];
const nowhere: ResolveAll = () => Promise.resolve([]);
const never: ResolveAll = () => new Promise<LookupAddress[]>(() => undefined);

const [typeA, noSuchName, serverFailed] = [1, 3, 2];

/** A name server that has 127.0.0.1 for `answers.test`, never answers for `hangs.test`, and tells what it was asked for. */
async function startNameServer() {
  const asked: string[] = [];
  const socket = closing.add(createSocket('udp4'), (open) => open.close());
  socket.on('message', (query, { address, port }) => {
    const name = query.toString('latin1', 13, query.indexOf(0, 12)).replace(/[^a-z]/g, '.');
    asked.push(name);
    if (name !== 'hangs.test') socket.send(answerTo(query, name), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] };
}

function answerTo(query: Buffer, name: string): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const found = name === 'answers.test' && query.readUInt16BE(end - 4) === typeA;
  const failure = { 'missing.test': noSuchName, 'fails.test': serverFailed }[name] ?? 0;
  const head = [0x81, 0x80 + failure, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0];
  const record = [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1];
  return Buffer.concat([
    query.subarray(0, 2),
    Buffer.from(head),
    query.subarray(12, end),
    Buffer.from(found ? record : []),
  ]);
}

test('128 attempts at a name that is never answered share a look-up, and delay neither another name nor the system', async () => {
  const { asked, servers } = await startNameServer();
  const receiver = closing.add(await startReceiver(), (r) => r.close());
  const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
  const resolveAll = createResolveAll({ dns: askDns({ servers, limitMs: 700 }), system: never });
  const agent = closing.add(createGuardedAgent(rules, resolveAll), (a) => a.destroy());
  const ended: string[] = [];
  const attempt = async (host: string) => {
    const origin = receiver.url.replace('127.0.0.1', host);
    const message = { origin, path: '/', method: 'POST' as const };
    const result = await post(agent, { message, limitMs: 15_000, signal: new AbortController().signal });
    ended.push(host);
    return result;
  };
  const hanging = Array.from({ length: 128 }, () => attempt('hangs.test'));
  await eventually(() => expect(asked).toContain('hangs.test'));
  expect(await attempt('answers.test')).toMatchObject({ status: 200 });
  expect(await lookup('localhost', { all: true })).toContainEqual(here[0]);
  expect(ended).toEqual(['answers.test']);
  for (const result of await Promise.all(hanging)) {
    expect(result).toEqual({
      error: 'hangs.test could not be looked up: no name server answered in time.',
    });
  }
  expect(asked.filter((name) => name === 'hangs.test')).toHaveLength(2);
});

test('what DNS does not have is asked of the system; what a name server fails at is not', async () => {
  const { servers } = await startNameServer();
  const system: ResolveAll = () => Promise.resolve(here);
  const resolveAll = createResolveAll({ dns: askDns({ servers }), system });
  expect(await resolveAll('missing.test')).toEqual(here);
  await expect(resolveAll('fails.test')).rejects.toThrow('fails.test could not be looked up: ESERVFAIL.');
  const withoutDns = createResolveAll({ dns: askDns({ servers: ['127.0.0.1:1'] }), system });
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
