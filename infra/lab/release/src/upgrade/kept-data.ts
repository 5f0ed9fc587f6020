import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The data that a release left behind when it was killed, and what it answered about them before. */
export type KeptData = {
  release: string;
  /** ISO 8601. A restore moves the clocks back to it: leases, deadlines and retention are as they were. */
  madeAt: string;
  /** The migrations that the release knew, in order. */
  migrations: readonly string[];
  /** Rows by table, as the text of a JSON array: numbers keep all their digits. */
  tables: Readonly<Record<string, string>>;
  /** Last values of sequences. */
  sequences: Readonly<Record<string, string>>;
  /** Files of DATA_DIR by name. */
  files: Readonly<Record<string, string>>;
  adminToken: string;
  left: LeftWork;
  /** Bodies of answers by path below `/v1`, read when nothing was in progress. */
  answers: Readonly<Record<string, unknown>>;
};

/** Ids of the work that was not finished when the release was killed. */
export type LeftWork = {
  /** A lane that an operator paused. */
  pausedLaneId: string;
  pausedOperationId: string;
  /** By why they waited. */
  operationIds: Readonly<Record<string, string>>;
  /** The erasure of a customer group, which waits for writes in flight. */
  taskId: string;
  erasedGroupRef: string;
  /** A `listen` destination that holds one delivery. */
  listener: string;
  /** Path of the webhook whose first attempt failed. */
  failingPath: string;
  /** Cookie of an administrator's session. */
  cookie: string;
  jwt: { keyId: string; privateKeyPem: string };
  idempotencyKey: string;
  idempotentBody: object;
  idempotentOperationId: string;
};

/** Addresses that the data name; each run has other ports. */
export type Addresses = Readonly<Record<'management' | 'write' | 'sandbox' | 'receiver', string>>;

const folder = join(import.meta.dirname, '../../kept');
const ending = '.json.gz';
const placeOf = (name: string): string => `{{${name}}}`;

/** The releases whose data are kept. */
export const keptReleases = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

/** Writes data with names in place of the addresses. Resolves with the file and its size in bytes. */
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

/** Reads the data of a release with other addresses. */
export async function readKept(release: string, addresses: Addresses): Promise<KeptData> {
  let text = gunzipSync(await readFile(join(folder, `${release}${ending}`))).toString('utf8');
  for (const [name, address] of Object.entries(addresses)) text = text.replaceAll(placeOf(name), address);
  return JSON.parse(text) as KeptData;
}
