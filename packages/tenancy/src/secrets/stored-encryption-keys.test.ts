import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { storedEncryptionKeys } from './stored-encryption-keys.ts';

test('keys are made once, of 32 random bytes, and for the eyes of their owner alone', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'writ-keys-'));
  try {
    const file = join(dir, 'stack', 'encryption-keys');
    const keys = await storedEncryptionKeys(file);
    expect(Buffer.from(keys.replace(/^k[0-9a-f]{8}:/, ''), 'base64')).toHaveLength(32);
    expect(await storedEncryptionKeys(file)).toBe(keys);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(dir, { recursive: true });
  }
});
