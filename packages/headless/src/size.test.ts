import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

test('a page loads at most 6 kB for it, and nothing else with it', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  const [file] = outputFiles;
  expect(gzipSync(file?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(6_000);
  expect(Object.keys(metafile.inputs).filter((path) => !path.includes('headless/src/'))).toEqual([]);
});
