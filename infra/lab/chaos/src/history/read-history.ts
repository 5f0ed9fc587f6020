import { readFile } from 'node:fs/promises';
import type { Entry, History } from '../entry.ts';

/** Reads a history file again, so that its verdict can be given anew. */
export async function readHistory(file: string): Promise<History> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
