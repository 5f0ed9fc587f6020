import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Entry, History } from '../entry.ts';

/** Keeps the history of a run, in memory for the verdict and in a file for whoever wants to look. */
export type Recorder = { record: (entry: Entry) => void; history: History; close: () => Promise<void> };

/** Each entry is a line of the file; what was recorded before a crash of this process is mostly there. */
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
