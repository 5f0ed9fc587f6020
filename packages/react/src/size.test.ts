import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

test.each(['index.ts', 'compat/index.ts'])('%s adds at most 3 kB to a page', async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['react', '@writ/headless'],
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(3_000);
});
