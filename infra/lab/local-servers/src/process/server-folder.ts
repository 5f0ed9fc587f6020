import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Tell } from '../local-server.ts';
import { processIdentity } from './process-identity.ts';
import { waitUntil } from '../wait-until.ts';

type Running = { pid: number; identity: string };
type Record = { server: Running; owner: Running };

const leftoverStopMs = 20_000;

/** A server's data, with a note of its owner. */
export type ServerFolder = {
  path: string;
  isTemporary: boolean;
  /** Records that this process runs the server `pid` here. */
  note: (pid: number) => Promise<void>;
  remove: () => Promise<void>;
};

/** Uses `dir` or a temporary folder. Stops a dead parent's server there. @throws if the parent lives */
export async function takeFolder(
  name: string,
  dir: string | undefined,
  leftoverSignal: NodeJS.Signals,
  tell: Tell,
): Promise<ServerFolder> {
  const path = dir === undefined ? await mkdtemp(join(tmpdir(), `writ-${name}-`)) : resolve(dir);
  await mkdir(path, { recursive: true });
  const noteFile = join(path, 'running.json');
  await stopLeftover(name, path, noteFile, leftoverSignal, tell);
  const note = async (pid: number): Promise<void> => {
    const running = { server: await describe(pid), owner: await describe(process.pid) };
    // Complete or not at all, for the next start.
    await writeFile(`${noteFile}.new`, JSON.stringify(running), { flush: true });
    await rename(`${noteFile}.new`, noteFile);
  };
  let noted: Promise<void> = Promise.resolve();
  return {
    path,
    isTemporary: dir === undefined,
    // In order: an interrupted start may still write its note.
    note: (pid) => (noted = noted.catch(() => undefined).then(() => note(pid))),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function describe(pid: number): Promise<Running> {
  return { pid, identity: (await processIdentity(pid)) ?? '' };
}

async function stopLeftover(
  name: string,
  folder: string,
  noteFile: string,
  signal: NodeJS.Signals,
  tell: Tell,
): Promise<void> {
  const noted = await readFile(noteFile, 'utf8').catch(() => undefined);
  if (noted === undefined) return;
  const { server, owner } = JSON.parse(noted) as Record;
  if (await isRunning(server)) {
    if (await isRunning(owner)) {
      throw new Error(
        `The ${name} in ${folder} belongs to process ${owner.pid}: stop that process, or choose another data folder.`,
      );
    }
    tell(`Stopping the ${name} that an earlier run left behind (process ${server.pid}).`);
    process.kill(server.pid, signal);
    await waitUntil(
      async () => !(await isRunning(server)),
      leftoverStopMs,
      `The ${name} of an earlier run (process ${server.pid}) does not end: end it by hand, then start again.`,
    );
  }
  await rm(noteFile, { force: true });
}

async function isRunning(running: Running): Promise<boolean> {
  return (await processIdentity(running.pid)) === running.identity;
}
