import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { endWithParent } from './end-with-parent.ts';
import { canListen } from './free-port.ts';
import type { LocalServer, StopOptions } from './local-server.ts';
import type { ServerFolder } from './server-folder.ts';
import { waitUntil } from './wait-until.ts';

const keptOutputLength = 4_000;
const shownLines = 12;
const defaultStopMs = 20_000;
// A server that was killed may hold its port for a moment longer.
const portWaitMs = 2_000;

/** How to run one server program, and how to know that it answers. */
export type ServerPlan = {
  name: string;
  command: string;
  args: string[];
  port: number;
  /** The whole environment; without it, this process' own. */
  environment?: Record<string, string>;
  user?: { uid: number; gid: number };
  folder: ServerFolder;
  /** What asks the program for an orderly stop. */
  stopSignal: NodeJS.Signals;
  stopWithinMs?: number;
  readyWithinMs: number;
  isReady: () => Promise<boolean>;
  /** Receives each line the program prints. */
  onLine?: (line: string) => void;
  /** Told when a program that was ready ends without having been asked to. */
  onCrash?: (how: string) => void;
};

type Running = { child: ChildProcess; output: () => string; ended: Promise<string>; release: () => void };

/** Starts a server program and returns once it answers; a failed start leaves no process behind. */
export async function superviseServer(plan: ServerPlan): Promise<LocalServer> {
  const stopWithinMs = plan.stopWithinMs ?? defaultStopMs;
  let running: Running | undefined;

  const end = async (signal: NodeJS.Signals, withinMs: number): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending) await endChild(ending, signal, withinMs);
  };

  const start = async (): Promise<void> => {
    const starting = await spawnReady(plan);
    running = starting;
    void starting.ended.then((how) => {
      if (running !== starting) return;
      running = undefined;
      starting.release();
      plan.onCrash?.(how);
    });
  };

  const stop = (options: StopOptions = {}) =>
    end(options.signal ?? plan.stopSignal, options.withinMs ?? stopWithinMs);

  await start();
  return {
    port: plan.port,
    pid: () => {
      if (running?.child.pid === undefined) throw new Error(`${plan.name} is not running.`);
      return running.child.pid;
    },
    stop,
    kill: () => end('SIGKILL', stopWithinMs),
    restart: async () => {
      await stop();
      await start();
    },
    close: async () => {
      await stop();
      if (plan.folder.isTemporary) await plan.folder.remove();
    },
  };
}

async function spawnReady(plan: ServerPlan): Promise<Running> {
  // Else whoever listens there would answer in the server's place.
  await waitUntil(
    () => canListen(plan.port),
    portWaitMs,
    `Port ${plan.port} for ${plan.name} is in use: end the program that listens there, or choose another port.`,
  );
  const running = spawnServer(plan);
  try {
    await waitReady(plan, running);
    return running;
  } catch (error) {
    await endChild(running, 'SIGKILL', defaultStopMs);
    throw error;
  }
}

function spawnServer(plan: ServerPlan): Running {
  const child = spawn(plan.command, plan.args, {
    ...plan.user,
    ...(plan.environment ? { env: plan.environment } : {}),
    // A process group of its own, so that Ctrl-C in a terminal reaches the application first.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = recordOutput(child, plan.onLine);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code ?? ''}`));
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

/** Hands on each complete line, and keeps the end of everything for an error message. */
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

async function waitReady(plan: ServerPlan, running: Running): Promise<void> {
  if (running.child.pid !== undefined) await plan.folder.note(running.child.pid);
  let how: string | undefined;
  void running.ended.then((end) => (how = end));
  await waitUntil(
    async () => {
      if (how !== undefined) {
        throw new Error(`${plan.name} ended while it started (${how}): ${lastLines(running.output())}`);
      }
      return plan.isReady();
    },
    plan.readyWithinMs,
    () => `${plan.name} did not answer within ${plan.readyWithinMs / 1000} s: ${lastLines(running.output())}`,
  );
}

async function endChild(running: Running, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  running.child.kill(signal);
  // A stopped process (SIGSTOP) sees no other signal until it goes on.
  if (signal !== 'SIGKILL') running.child.kill('SIGCONT');
  const timer = setTimeout(() => running.child.kill('SIGKILL'), withinMs);
  await running.ended;
  clearTimeout(timer);
  running.release();
}

function lastLines(output: string): string {
  const lines = output.split('\n').filter((line) => /^\S/.test(line));
  return lines.slice(-shownLines).join(' | ') || 'it said nothing';
}
