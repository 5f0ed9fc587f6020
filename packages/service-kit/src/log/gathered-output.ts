import { writeSync } from 'node:fs';

/** So long a process that ends waits for a reader who takes nothing, and so often it offers its last lines meanwhile. */
const patienceMs = 2_000;
const offers = 200;
const betweenOffersMs = patienceMs / offers;

/** Lines gather for so long: a write costs as much as making several of them. */
const gatherMs = 10;

/**
 * Lines of the last milliseconds go out in one write. What is left is written when the process ends, unless it is killed.
 * `sonic-boom` in its place takes a third to twice as much of the processor for a line, and puts lines out of their order
 * when the process ends during a write.
 */
export function gatheredOutput(): (line: string) => void {
  let gathered = '';
  const flush = (): void => {
    process.stdout.write(gathered);
    gathered = '';
  };
  process.once('exit', () => {
    if (gathered !== '') writeAll(process.stdout.fd, gathered);
  });
  return (line) => {
    if (gathered === '') setTimeout(flush, gatherMs);
    gathered += `${line}\n`;
  };
}

/**
 * Resolves when all lines have been handed to whoever reads standard output, or has had the time for it. A pipe takes 64
 * KiB at once, and what Node holds for it beyond that is lost when the process exits.
 */
export const outputTaken = (): Promise<void> =>
  new Promise((resolve) => {
    // Behind the lines that gather.
    setTimeout(() => {
      if (process.stdout.writableLength === 0) resolve();
      else process.stdout.write('', () => resolve());
      setTimeout(resolve, patienceMs);
    }, gatherMs);
  });

/** Writes everything, in as many pieces as the reader takes it in; gives up on one who takes nothing, or has gone. */
function writeAll(fd: number, text: string): void {
  let rest = Buffer.from(text);
  for (let left = offers; rest.length > 0 && left > 0; left -= 1) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
      left = offers;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenOffersMs);
    }
  }
}
