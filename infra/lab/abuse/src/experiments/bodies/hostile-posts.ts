import { groupRef } from '../../ground/seed-project.ts';

/** A post that must be refused, and how. */
export type HostilePost = {
  what: string;
  statuses: readonly number[];
  headers?: Record<string, string>;
  chunks: () => Iterable<Buffer>;
};

const megabyte = 1024 * 1024;
const once = (text: () => string) => () => [Buffer.from(text())];
const opening = `{"groupRef":"${groupRef}","type":"create",`;

function* filler(megabytes: number): Iterable<Buffer> {
  yield Buffer.from(`${opening}"record":{"a":"`);
  const block = Buffer.alloc(megabyte, 'x');
  for (let at = 0; at < megabytes; at += 1) yield block;
  yield Buffer.from('"}}');
}

function* bytewise(text: string): Iterable<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
}

/** Members that fill a body of almost 5 MB. */
const manyMembers = (from: string, most = Infinity): string => {
  const parts: string[] = [];
  for (let at = 0, size = 0; size < 5 * megabyte - 1_000 && at < most; at += 1) {
    const part = `"${from}${at.toString(36)}":1`;
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join();
};
const millionMembers = (): string =>
  Array.from({ length: 1_000_000 }, (_, at) => `"${at.toString(36)}":1`).join();
const deep = (levels: number, open: string, close: string): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** The bodies and headers of Quality §2, A3. */
export const hostilePosts = (megabytes: number): HostilePost[] => [
  {
    what: `${megabytes} MB, streamed`,
    statuses: [413],
    headers: { 'transfer-encoding': 'chunked' },
    chunks: () => filler(megabytes),
  },
  {
    what: `${megabytes} MB, declared`,
    statuses: [413],
    headers: { 'content-length': String(megabytes * megabyte) },
    chunks: () => filler(megabytes),
  },
  {
    what: '100,000 levels of objects in a record',
    statuses: [400],
    chunks: once(() => `${opening}"record":${deep(100_000, '{"a":', '}')}}`),
  },
  {
    what: '100,000 levels of lists instead of a type',
    statuses: [400],
    chunks: once(() => `{"groupRef":"${groupRef}","type":${deep(100_000, '[', ']')}}`),
  },
  {
    what: 'a million fields of a record',
    statuses: [400, 413],
    chunks: once(() => `${opening}"record":{${millionMembers()}}}`),
  },
  {
    what: '5 MB of fields of a record',
    statuses: [400],
    chunks: once(() => `${opening}"record":{${manyMembers('')}}}`),
  },
  {
    what: '5 MB of unknown members',
    statuses: [400],
    chunks: once(() => `${opening}${manyMembers('x')}}`),
  },
  {
    what: '5 MB of records that are none',
    statuses: [400],
    chunks: once(() => `${opening}"batch":[${'{},'.repeat(1_700_000)}{}]}`),
  },
  {
    what: '59,000 fields of a record',
    statuses: [400],
    chunks: once(() => `${opening}"record":{${manyMembers('', 59_000)}}}`),
  },
  {
    what: '59,000 unknown members',
    statuses: [400],
    chunks: once(() => `${opening}${manyMembers('x', 59_000)}}`),
  },
  {
    what: '29,000 records that are none',
    statuses: [400],
    chunks: once(() => `${opening}"batch":[${'{},'.repeat(29_000)}{}]}`),
  },
  {
    what: 'an unknown member of 5 MB',
    statuses: [400],
    chunks: once(() => `${opening}"recrod":"${'x'.repeat(5 * megabyte - 1_000_000)}"}`),
  },
  {
    what: 'an unknown member of 1 MB, in chunks of a byte',
    statuses: [400],
    headers: { 'transfer-encoding': 'chunked' },
    chunks: () => bytewise(`${opening}"recrod":"${'x'.repeat(megabyte)}"}`),
  },
  {
    what: 'names of 100 kB',
    statuses: [400],
    chunks: once(() => `${opening}"record":{${manyMembers('x'.repeat(100_000), 40)}}}`),
  },
  {
    what: 'a member twice',
    statuses: [400],
    chunks: once(() => `${opening}"groupRef":"other","record":{}}`),
  },
  {
    what: 'a field twice, once written with an escape',
    statuses: [400],
    chunks: once(() => `${opening}"record":{"firstname":"a","first\\u006eame":"b"}}`),
  },
  {
    what: '__proto__',
    statuses: [400],
    chunks: once(() => `{"__proto__":{"groupRef":"${groupRef}","type":"create"},"record":{}}`),
  },
  {
    what: '__proto__, written with an escape, in a record',
    statuses: [400],
    chunks: once(() => `${opening}"record":{"__pr\\u006fto__":{"polluted":true}}}`),
  },
  {
    what: 'constructor.prototype',
    statuses: [400],
    chunks: once(() => `${opening}"record":{"constructor":{"prototype":{"polluted":true}}}}`),
  },
];
