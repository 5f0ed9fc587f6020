import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError, exit, usageError } from '../exit.ts';
import { withFile } from '../files.ts';
import type { Surroundings } from '../surroundings.ts';

type Streams = Pick<Surroundings, 'stdin' | 'stderr'>;

/** The whole input, or a hidden line of a terminal. */
export async function readSecret(streams: Streams, what: string): Promise<string> {
  const isTerminal = streams.stdin.isTTY === true;
  const secret = await (isTerminal ? typed(streams, what) : withFile('The input', text(streams.stdin)));
  if (secret.trim() !== '') return secret.trim();
  throw usageError(`No ${what} was given.`, 'Give it on the input: writ login … < key-file');
}

function typed({ stdin, stderr }: Streams, what: string): Promise<string> {
  stderr.write(`${what} (it is not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  return new Promise<string>((resolve, reject) => {
    reader.once('line', resolve);
    // In this mode Ctrl-C sends no signal.
    reader.once('SIGINT', () => reject(new CommandError(exit.interrupted, 'Stopped.')));
    reader.once('close', () => resolve(''));
  }).finally(() => {
    reader.close();
    stderr.write('\n');
  });
}
