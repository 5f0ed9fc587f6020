import { groupRef } from '../../ground/seed-project.ts';

export type HostilePost = {
  what: string;
  statuses: readonly number[];
  headers?: Record<string, string>;
  chunks: () => Iterable<Buffer>;
};

const megabyte = 1024 * 1024;
const post = (what: string, text: () => string, statuses = [400]): HostilePost => ({
  what,
  statuses,
  chunks: () => [Buffer.from(text())],
});
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
  post('100,000 levels of objects in a record', () => `${opening}"record":${deep(100_000, '{"a":', '}')}}`),
  post(
    '100,000 levels of lists instead of a type',
    () => `{"groupRef":"${groupRef}","type":${deep(100_000, '[', ']')}}`,
  ),
  post('a million fields of a record', () => `${opening}"record":{${millionMembers()}}}`, [400, 413]),
  post('5 MB of fields of a record', () => `${opening}"record":{${manyMembers('')}}}`),
  post('5 MB of unknown members', () => `${opening}${manyMembers('x')}}`),
  post('5 MB of records that are none', () => `${opening}"batch":[${'{},'.repeat(1_700_000)}{}]}`),
  post('59,000 fields of a record', () => `${opening}"record":{${manyMembers('', 59_000)}}}`),
  post('59,000 unknown members', () => `${opening}${manyMembers('x', 59_000)}}`),
  post('29,000 records that are none', () => `${opening}"batch":[${'{},'.repeat(29_000)}{}]}`),
  post('an unknown member of 5 MB', () => `${opening}"recrod":"${'x'.repeat(5 * megabyte - 1_000_000)}"}`),
  {
    what: 'an unknown member of 250 kB, in chunks of a byte',
    statuses: [400],
    headers: { 'transfer-encoding': 'chunked' },
    chunks: () => bytewise(`${opening}"recrod":"${'x'.repeat(250_000)}"}`),
  },
  post('names of 100 kB', () => `${opening}"record":{${manyMembers('x'.repeat(100_000), 40)}}}`),
  post('a member twice', () => `${opening}"groupRef":"other","record":{}}`),
  post(
    'a field twice, once written with an escape',
    () => `${opening}"record":{"firstname":"a","first\\u006eame":"b"}}`,
  ),
  post('__proto__', () => `{"__proto__":{"groupRef":"${groupRef}","type":"create"},"record":{}}`),
  post(
    '__proto__, written with an escape, in a record',
    () => `${opening}"record":{"__pr\\u006fto__":{"polluted":true}}}`,
  ),
  post('constructor.prototype', () => `${opening}"record":{"constructor":{"prototype":{"polluted":true}}}}`),
];
