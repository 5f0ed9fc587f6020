import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkPackage } from './check-package.ts';
import { packPackage, publishedPackages } from './pack-package.ts';

let into: string;
beforeAll(async () => {
  into = await mkdtemp(join(tmpdir(), 'writ-packages-'));
});
afterAll(() => rm(into, { recursive: true, force: true }));

test.each(await publishedPackages())(
  '%s is packed with JavaScript, types, README and licence',
  async (name) => {
    const packed = await packPackage(name, into);
    const files = execFileSync('tar', ['-tzf', packed.archive], { encoding: 'utf8' }).trim().split('\n');
    const outside = files.filter((file) => !file.startsWith('package/dist/')).sort();

    expect(await checkPackage(packed)).toEqual([]);
    expect(outside).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json']);
    expect(files).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']));
    expect(files.filter((file) => !/\.(d\.ts|js)$/.test(file) || file.includes('.test.')).sort()).toEqual(
      outside,
    );
  },
);
