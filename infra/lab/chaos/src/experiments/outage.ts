import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../experiment.ts';

/** A server that goes away while writes are under way, and comes back. */
export type Outage = {
  what: string;
  target: string;
  downMs: number;
  end: () => Promise<void>;
  mend: () => Promise<void>;
};

/** Ends a server, and brings it back after `downMs`. */
export async function haveOutage({ record, tell }: Run, outage: Outage): Promise<void> {
  const { what, target } = outage;
  record({ kind: 'fault', atMs: Date.now(), what, target });
  tell(`${target}: ${what}.`);
  await outage.end();
  await delay(outage.downMs);
  await outage.mend();
  record({ kind: 'mended', atMs: Date.now(), what, target });
  tell(`${target} is back.`);
}
