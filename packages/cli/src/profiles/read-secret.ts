import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import type { Surroundings } from '../surroundings.ts';

/** Reads a secret: all of the input, or, where that is a terminal, a line that is not shown. */
export async function readSecret(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  what: string,
): Promise<string> {
  const secret =
    stdin.isTTY === true ? await typed({ stdin, stderr }, what) : await withFile('The input', text(stdin));
  if (secret.trim() !== '') return secret.trim();
  throw new CommandFault(
    exit.usage,
    `No ${what} was given.`,
    'Give it on the input: writ login … < key-file',
  );
}

function typed({ stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>, what: string): Promise<string> {
  stderr.write(`${what} (it is not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  return new Promise<string>((resolve, reject) => {
    reader.once('line', resolve);
    // In this mode Ctrl-C is a character like others, and no signal comes.
    reader.once('SIGINT', () => reject(new CommandFault(exit.interrupted, 'Stopped.')));
    reader.once('close', () => resolve(''));
  }).finally(() => {
    reader.close();
    stderr.write('\n');
  });
}
