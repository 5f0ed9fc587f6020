import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Data of a release that was killed, and its answers before. */
export type KeptData = {
  release: string;
  /** ISO 8601. A restore sets the clocks back to it, for leases, deadlines and retention. */
  madeAt: string;
  /** Of the release, in order. */
  migrations: readonly string[];
  /** Rows by table, as text of a JSON array, so that numbers keep all digits. */
  tables: Readonly<Record<string, string>>;
  /** Last values. */
  sequences: Readonly<Record<string, string>>;
  /** From DATA_DIR, by name. */
  files: Readonly<Record<string, string>>;
  adminToken: string;
  left: LeftWork;
  /** Bodies by path below `/v1`, read without work in progress. */
  answers: Readonly<Record<string, unknown>>;
};

/** Ids of unfinished work. */
export type LeftWork = {
  /** Paused by an operator. */
  pausedLaneId: string;
  pausedOperationId: string;
  /** By reason for waiting. */
  operationIds: Readonly<Record<string, string>>;
  /** The erasure of a group that waits for writes in flight. */
  taskId: string;
  erasedGroupRef: string;
  /** A `listen` destination with one delivery. */
  listener: string;
  /** Of the webhook with a failed attempt. */
  failingPath: string;
  /** Of an administrator's session. */
  cookie: string;
  jwt: { keyId: string; privateKeyPem: string };
  idempotencyKey: string;
  idempotentBody: object;
  idempotentOperationId: string;
};

/** In the data; each run has other ports. */
export type Addresses = Readonly<Record<'management' | 'write' | 'sandbox' | 'receiver', string>>;

const folder = join(import.meta.dirname, '../../kept');
const ending = '.json.gz';
const placeOf = (name: string): string => `{{${name}}}`;

export const keptReleases = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

/** Replaces addresses by names. Returns file and size in bytes. */
export async function keepData(
  data: KeptData,
  addresses: Addresses,
): Promise<{ file: string; bytes: number }> {
  let text = JSON.stringify(data);
  for (const [name, address] of Object.entries(addresses)) text = text.replaceAll(address, placeOf(name));
  const packed = gzipSync(text, { level: 9 });
  const file = join(folder, `${data.release}${ending}`);
  await writeFile(file, packed);
  return { file, bytes: packed.length };
}

export async function readKept(release: string, addresses: Addresses): Promise<KeptData> {
  let text = gunzipSync(await readFile(join(folder, `${release}${ending}`))).toString('utf8');
  for (const [name, address] of Object.entries(addresses)) text = text.replaceAll(placeOf(name), address);
  return JSON.parse(text) as KeptData;
}
