import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { searchPath } from './programs/search-path.ts';

export type TestProcessOptions = {
  command: string;
  args: string[];
  cwd?: string;
  /** Besides PATH, HOME and Node's compile cache. */
  env?: Record<string, string>;
  /** Its output, or a condition. */
  readyWhen?: RegExp | (() => Promise<boolean>);
  readyWithinMs?: number;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type TestProcess = {
  pid: number;
  /** Of both streams. */
  output: () => string;
  /** SIGKILL by default. */
  kill: (signal?: NodeJS.Signals) => void;
  waitForExit: (options?: { withinMs?: number }) => Promise<Exit>;
  /** Kills the process if necessary and waits for its end. */
  close: () => Promise<void>;
};

/** Compiled modules save a third of a start. */
const compiled = join(import.meta.dirname, '../../../../.cache/compiled');

/** Waits until it is ready. @throws with its output if it ends or takes too long */
export async function startProcess(options: TestProcessOptions): Promise<TestProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH: searchPath(PATH), HOME, NODE_COMPILE_CACHE: compiled, ...options.env };
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let exit: Exit | undefined;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.once('close', (code, signal) => (exit = { code, signal }));
  await once(child, 'spawn');

  const waitForExit = (wait: { withinMs?: number } = {}) =>
    eventually(() => {
      if (!exit) throw new Error(`${options.command} is still running: ${output}`);
      return exit;
    }, wait);
  const close = async () => {
    if (!exit) child.kill('SIGKILL');
    await waitForExit();
  };
  const isReady = async (): Promise<boolean> => {
    if (exit)
      throw new EndedEarly(`${options.command} ended with ${exit.signal ?? exit.code ?? ''}: ${output}`);
    if (options.readyWhen instanceof RegExp) return options.readyWhen.test(output);
    return options.readyWhen?.() ?? true;
  };
  try {
    await waitReady(isReady, options, () => output);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal = 'SIGKILL') => child.kill(signal),
    waitForExit,
    close,
  };
}

class EndedEarly extends Error {}

async function waitReady(
  isReady: () => Promise<boolean>,
  { command, readyWithinMs = 180_000 }: TestProcessOptions,
  output: () => string,
): Promise<void> {
  const ended = await eventually(
    async () => {
      try {
        if (await isReady()) return undefined;
      } catch (error) {
        if (error instanceof EndedEarly) return error;
      }
      throw new Error(`${command} was not ready within ${readyWithinMs} ms: ${output()}`);
    },
    { withinMs: readyWithinMs },
  );
  if (ended) throw ended;
}
