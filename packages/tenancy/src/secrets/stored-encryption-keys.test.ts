import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { storedEncryptionKeys } from './stored-encryption-keys.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'writ-keys-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('keys are made once, of 32 random bytes, and for the eyes of their owner alone', async () => {
  const file = join(dir, 'stack', 'encryption-keys');
  const keys = await storedEncryptionKeys(file);
  expect(Buffer.from(keys.replace(/^k[0-9a-f]{8}:/, ''), 'base64')).toHaveLength(32);
  expect(await storedEncryptionKeys(file)).toBe(keys);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('of several first starts at once all have the same keys, and nothing else is left', async () => {
  const file = join(dir, 'encryption-keys');
  const found = await Promise.all(Array.from({ length: 8 }, () => storedEncryptionKeys(file)));
  expect(new Set(found).size).toBe(1);
  expect(await readdir(dir)).toEqual(['encryption-keys']);
});

test('a file that cannot be read is an error, and is not written over', async () => {
  const file = join(dir, 'encryption-keys');
  await mkdir(file);
  await expect(storedEncryptionKeys(file)).rejects.toThrow('EISDIR');
  expect(await readdir(dir)).toEqual(['encryption-keys']);
});
