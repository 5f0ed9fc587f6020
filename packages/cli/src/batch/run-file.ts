import { open, type FileHandle } from 'node:fs/promises';
import { withFile } from '../files.ts';

/** The service keeps keys for 48 hours; batches in flight need some of it. */
export const keysLiveMs = 47 * 3_600_000;

export type Run = {
  /** Identifies file and target, and begins the key of each batch. */
  run: string;
  /** Number of records up to the end of each batch. */
  ends: readonly number[];
  /** Sent again without its key, a record would be there twice. */
  creates: boolean;
};

export async function openLines<Read extends object>(
  path: string,
  read: (file: FileHandle) => Promise<Read>,
) {
  const file = await withFile(path, open(path, 'a+'));
  try {
    return {
      ...(await read(file)),
      /** The lines then survive a crash of the machine. */
      append: async (lines: readonly object[]) => {
        await withFile(path, file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
        await withFile(path, file.datasync());
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Undefined for a line that a crash cut off. */
export function objectIn(line: string): object | undefined {
  try {
    return (JSON.parse(line) as object | null) ?? undefined;
  } catch {
    return undefined;
  }
}
