import type { FileHandle } from 'node:fs/promises';

export const lineEnd = 10;
const readBytes = 1024 * 1024;
const mostReads = 64;

/**
 * The bytes of a file from its beginning, cut behind ends of lines: about as much as one read gives. A line longer than
 * 64 MiB, which none of ours is, is cut as well.
 */
export async function* blocksOf(file: FileHandle): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const read of readsOf(file)) {
    const end = read.lastIndexOf(lineEnd) + 1;
    if (end === 0 && begun.length < mostReads) {
      begun.push(read);
      continue;
    }
    yield Buffer.concat([...begun, read.subarray(0, end)]);
    begun = end < read.length ? [read.subarray(end)] : [];
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

async function* readsOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
