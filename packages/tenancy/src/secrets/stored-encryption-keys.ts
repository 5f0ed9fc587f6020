import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const keyBytes = 32;

/** The value of ENCRYPTION_KEYS in `file`; made at the first call, since what is sealed must stay readable. */
export async function storedEncryptionKeys(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return stored.trim();
  // Two keys that were made apart never share an id: who mixes them up is told by it.
  const id = `k${randomBytes(4).toString('hex')}`;
  const keys = `${id}:${randomBytes(keyBytes).toString('base64')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${keys}\n`, { mode: 0o600 });
  return keys;
}
