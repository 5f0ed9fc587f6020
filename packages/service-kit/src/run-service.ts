import { flushCompileCache } from 'node:module';
import { createClosing, type Closing } from './closing.ts';
import { EnvironmentError } from './environment/environment.ts';
import { outputTaken } from './log/gathered-output.ts';

/** sysexits(3): the configuration is wrong. */
const exitConfiguration = 78;

/** Switches the log to `debug` and back. */
export const debugSignal = 'SIGUSR2';

/** An operator can fix it; reported without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** An unknown address, or not this machine's. */
const strangeAddress: readonly unknown[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

/** A StartError if the port is in use, an EnvironmentError if the address is wrong. */
export function listenError(
  error: Error,
  {
    port,
    portVariable,
    host,
    hostVariable,
  }: { port: number; portVariable?: string; host?: string; hostVariable?: string },
): Error {
  if (!('code' in error)) return error;
  if (hostVariable !== undefined && strangeAddress.includes(error.code))
    return new EnvironmentError([
      {
        name: hostVariable,
        message: `"${host ?? ''}" is no address of this machine (${String(error.code)}).`,
      },
    ]);
  if (error.code !== 'EADDRINUSE') return error;
  const remedy = 'stop what listens there, or choose another port (0 takes any free one)';
  const told = portVariable === undefined ? port : `${port} (${portVariable})`;
  return new StartError(`Port ${told} is in use: ${remedy}.`, { cause: error });
}

/**
 * Runs a process: starts it, waits for SIGINT, SIGTERM or a fatal error, then closes everything in reverse
 * order and exits: 0 after a signal, 78 for a wrong environment, 1 otherwise. A second signal, or
 * `stopLimitMs`, ends it immediately.
 */
export async function runService(
  name: string,
  start: (closing: Closing) => Promise<void>,
  options: { stopLimitMs: number } = { stopLimitMs: 30_000 },
): Promise<void> {
  const closing = createClosing();
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(code === 0 ? 1 : code);
    stopping = true;
    // Code that runs on close may read it.
    process.exitCode = code;
    setTimeout(() => {
      tell(`${name}: did not stop within ${options.stopLimitMs} ms; ended.`);
      process.exit(1);
    }, options.stopLimitMs).unref();
    const end = (status: number): void => void outputTaken().then(() => process.exit(status));
    closing.close().then(
      () => end(code),
      (error: unknown) => {
        tell(`${name}: stopped with a fault: ${describe(error)}`);
        end(code === 0 ? 1 : code);
      },
    );
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  // It would end a process that has no log yet, or no more.
  process.on(debugSignal, () => undefined);
  const fatal = (error: unknown): void => {
    tell(`${name}: ${describe(error)}`);
    stop(error instanceof EnvironmentError ? exitConfiguration : 1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
  try {
    await start(closing);
    // A killed process would not write its compile cache.
    flushCompileCache();
  } catch (error) {
    fatal(error);
  }
}

function describe(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
