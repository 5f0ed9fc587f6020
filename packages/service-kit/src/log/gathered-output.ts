import { writeSync } from 'node:fs';

/** How long an ending process waits for a reader that takes nothing. */
const patienceMs = 2_000;
const offers = 200;
const betweenOffersMs = patienceMs / offers;

/** A write costs as much as making several lines. */
const gatherMs = 10;

/**
 * Writes the lines of 10 ms together, the rest at exit. `sonic-boom` takes up to three times as much CPU a
 * line, and reorders lines if the process ends during a write.
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
 * Resolves when the reader of standard output has taken all lines, or after 2 s. A pipe takes 64 KiB; Node
 * loses the rest at exit.
 */
export const outputTaken = (): Promise<void> =>
  new Promise((resolve) => {
    // Runs after the pending flush.
    setTimeout(() => {
      if (process.stdout.writableLength === 0) resolve();
      else process.stdout.write('', () => resolve());
      setTimeout(resolve, patienceMs);
    }, gatherMs);
  });

/** Writes in pieces as the reader takes them; gives up if it takes nothing, or has gone. */
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
