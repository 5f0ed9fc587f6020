import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageFile, type Bundle } from './bundle.ts';

/** The bundle of a folder, if it has one. */
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
