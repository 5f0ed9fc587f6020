import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newKeyEntry, newKeyId } from './keyring.ts';

/**
 * `ENCRYPTION_KEYS` in `file`, created at the first call. An existing file is never overwritten, not even by
 * a process that starts at the same time.
 * @throws Error of the file system
 */
export async function storedEncryptionKeys(file: string): Promise<string> {
  const stored = await readStored(file);
  if (stored !== undefined) return stored;
  const id = newKeyId();
  const keys = newKeyEntry(id);
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${id}`;
  await writeFile(draft, `${keys}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch(unless('EEXIST'));
  } finally {
    await rm(draft);
  }
  return (await readStored(file)) ?? keys;
}

const readStored = async (file: string): Promise<string | undefined> =>
  (await readFile(file, 'utf8').catch(unless('ENOENT')))?.trim();

const unless =
  (code: string) =>
  (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  };
