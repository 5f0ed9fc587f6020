import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageFile, type Bundle } from './bundle.ts';

export async function writeBundle({ page, files }: Bundle, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  await writeFile(join(folder, pageFile), page);
}
