import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { endWithParent } from './end-with-parent.ts';
import type { ServerFolder } from './server-folder.ts';
import { waitUntil } from '../wait-until.ts';

const keptOutputLength = 4_000;
const shownLines = 12;
// For the last output; surviving children would hold it open longer.
const lastWordsMs = 500;

/** How to run a server, and when it is ready. */
export type ServerPlan = {
  name: string;
  command: string;
  args: string[];
  port: number;
  /** By default this process's own. */
  environment?: Record<string, string>;
  user?: { uid: number; gid: number };
  folder: ServerFolder;
  /** For an orderly stop. */
  stopSignal: NodeJS.Signals;
  stopWithinMs?: number;
  readyWithinMs: number;
  isReady: () => Promise<boolean>;
  /** Runs before each start, to remove remains of a killed program. */
  clear?: () => Promise<void>;
  onLine?: (line: string) => void;
  /** A ready program ended by itself. */
  onCrash?: (how: string) => void;
  /** If given, such a program is started again; called if that fails. */
  onLost?: (error: Error) => void;
  onBack?: () => void;
  /** Before each such start. */
  pausesMs?: readonly number[];
};

/** `ended` resolves with how the program ended. */
export type Running = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<string>;
  release: () => void;
};

/** The program ends with this process, until released. */
export function spawnServer(plan: ServerPlan): Running {
  const child = spawn(plan.command, plan.args, {
    ...plan.user,
    ...(plan.environment ? { env: plan.environment } : {}),
    // Ctrl-C in a terminal must reach only the application.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = recordOutput(child, plan.onLine);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const tellEnd = () => resolve(signal ?? `exit code ${code ?? ''}`);
      child.once('close', tellEnd);
      setTimeout(tellEnd, lastWordsMs).unref();
    });
  });
  const release =
    child.pid === undefined
      ? () => undefined
      : endWithParent({
          pid: child.pid,
          signal: plan.stopSignal,
          temporaryFolder: plan.folder.isTemporary ? plan.folder.path : undefined,
        });
  return { child, output, ended, release };
}

function recordOutput(child: ChildProcess, onLine: (line: string) => void = () => undefined): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    let partial = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-keptOutputLength);
      const lines = (partial + chunk).split('\n');
      partial = lines.pop() ?? '';
      lines.forEach(onLine);
    });
  }
  return () => output;
}

/** @throws with the program's output if it ends or takes too long */
export async function waitReady(plan: ServerPlan, running: Running): Promise<void> {
  if (running.child.pid !== undefined) await plan.folder.note(running.child.pid);
  let how: string | undefined;
  void running.ended.then((end) => (how = end));
  await waitUntil(
    async () => {
      const answers = await plan.isReady();
      // A program that answered but has ended is not ready.
      if (how !== undefined) {
        throw new Error(`${plan.name} ended while it started (${how}): ${lastLines(running.output())}`);
      }
      return answers;
    },
    plan.readyWithinMs,
    () => `${plan.name} did not answer within ${plan.readyWithinMs / 1000} s: ${lastLines(running.output())}`,
  );
}

/** Uses SIGKILL after `withinMs`. */
export async function endChild(running: Running, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  running.child.kill(signal);
  // A stopped process (SIGSTOP) gets no other signal until it continues.
  if (signal !== 'SIGKILL') running.child.kill('SIGCONT');
  const timer = setTimeout(() => running.child.kill('SIGKILL'), withinMs);
  await running.ended;
  clearTimeout(timer);
  running.release();
}

function lastLines(output: string): string {
  const lines = new Set(output.split('\n').filter((line) => /^\S/.test(line)));
  return [...lines].slice(-shownLines).join(' | ') || 'it said nothing';
}
