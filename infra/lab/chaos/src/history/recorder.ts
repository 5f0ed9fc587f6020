import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Entry, History } from '../entry.ts';

export type Recorder = { record: (entry: Entry) => void; history: History; close: () => Promise<void> };

/** Keeps the history of a run, in memory and as lines of a file, most of which survive a crash of this process. */
export function createRecorder(file: string): Recorder {
  const stream = createWriteStream(file);
  const history: Entry[] = [];
  return {
    history,
    record: (entry) => {
      history.push(entry);
      stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: async () => {
      stream.end();
      await once(stream, 'close');
    },
  };
}

export async function readHistory(file: string): Promise<History> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}
