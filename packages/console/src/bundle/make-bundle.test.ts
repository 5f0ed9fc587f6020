import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { readBundle, writeBundle, type Bundle } from './bundle.ts';
import { makeBundle } from './make-bundle.ts';

let bundle: Bundle;
beforeAll(async () => {
  bundle = await makeBundle();
});

const scripts = () => [...bundle.files.keys()].filter((name) => name.endsWith('.js'));
const isFirst = (name: string): boolean => bundle.page.includes(name);
const packedKb = (name: string): number => gzipSync(bundle.files.get(name) ?? '').length / 1_000;

test('the first load is at most 190 kB of packed JavaScript', () => {
  const first = scripts().filter(isFirst);
  expect(first.length).toBeGreaterThan(0);
  expect(first.reduce((sum, name) => sum + packedKb(name), 0)).toBeLessThanOrEqual(190);
});

test('what a page adds is at most 30 kB', () => {
  const later = scripts().filter((name) => !isFirst(name));
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter((name) => packedKb(name) > 30)).toEqual([]);
});

test('a page is one file: it imports none but those of the first load', () => {
  const imported = (name: string) =>
    Buffer.from(bundle.files.get(name) ?? '')
      .toString()
      .matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g);
  const later = scripts().filter((name) => !isFirst(name));
  const others = later.flatMap((name) => [...imported(name)].map(([, other = '']) => other));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((other) => !isFirst(other))).toEqual([]);
  // What begins, what runs esbuild's modules, what pages share, what starts.
  expect(scripts().filter(isFirst).length).toBe(4);
});

test('each file is named by what it holds, and the page loads all styles', () => {
  for (const name of bundle.files.keys()) expect(name).toMatch(/^[\w-]+-[A-Z\d]{8}\.(?:js|css)$/);
  const styles = [...bundle.files.keys()].filter((name) => name.endsWith('.css'));
  expect(styles.filter((name) => !isFirst(name))).toEqual([]);
});

test('an image serves the bundle that was put into it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'writ-bundle-'));
  expect(await readBundle(folder)).toBeUndefined();
  await writeBundle(bundle, folder);
  const read = await readBundle(folder);
  expect(read?.page).toBe(bundle.page);
  expect([...(read?.files ?? [])].map(([name, bytes]) => [name, bytes.length]).sort()).toEqual(
    [...bundle.files].map(([name, bytes]) => [name, bytes.length]).sort(),
  );
  await rm(folder, { recursive: true });
});
