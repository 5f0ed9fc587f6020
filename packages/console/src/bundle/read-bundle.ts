import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFolder, pageFile, type Bundle } from './bundle.ts';

/** The bundle that {@link bundleFolder} holds; undefined where there is none. */
export async function readBundle(): Promise<Bundle | undefined> {
  const names = await readdir(bundleFolder).catch((): string[] => []);
  if (!names.includes(pageFile)) return undefined;
  const files = names.filter((name) => name !== pageFile);
  const read = async (name: string) => [name, await readFile(join(bundleFolder, name))] as const;
  return {
    page: await readFile(join(bundleFolder, pageFile), 'utf8'),
    files: new Map(await Promise.all(files.map(read))),
  };
}
