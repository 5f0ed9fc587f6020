import { createReadStream } from 'node:fs';

const readBytes = 1024 * 1024;
const mostReads = 64;

/** About 1 MiB of whole lines each. A line over 64 MiB is cut. */
export async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const read of createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Buffer>) {
    const end = read.lastIndexOf('\n') + 1;
    if (end === 0 && begun.length < mostReads) {
      begun.push(read);
      continue;
    }
    yield Buffer.concat([...begun, read.subarray(0, end)]);
    begun = end < read.length ? [read.subarray(end)] : [];
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
