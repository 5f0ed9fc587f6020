import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Bundle = { page: string; files: ReadonlyMap<string, Uint8Array> };

export const packageFolder = join(import.meta.dirname, '../..');

/** Only in an image: in a checkout it would become stale. */
export const bundleFolder = join(packageFolder, 'dist');
const pageFile = 'index.html';

export async function readBundle(folder: string): Promise<Bundle | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(pageFile)) return undefined;
  const files = names.filter((name) => name !== pageFile);
  const read = async (name: string) => [name, await readFile(join(folder, name))] as const;
  return {
    page: await readFile(join(folder, pageFile), 'utf8'),
    files: new Map(await Promise.all(files.map(read))),
  };
}

export async function writeBundle({ page, files }: Bundle, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  await writeFile(join(folder, pageFile), page);
}
