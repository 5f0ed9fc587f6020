import { PassThrough } from 'node:stream';
import { runWrit } from '@writ/cli';

/** By default with empty input and no terminal. */
export type CommandGiven = {
  env?: Record<string, string>;
  input?: string;
  signal?: AbortSignal;
  terminal?: boolean;
};

/** As the program does. */
export const commandsIn =
  (usualEnv: Record<string, string>) =>
  async (args: string[], { env = usualEnv, input = '', signal, terminal = false }: CommandGiven = {}) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    stdin.end(input);
    const isTTY = terminal;
    const around = {
      env,
      stdin: Object.assign(stdin, { isTTY }),
      stdout: Object.assign(stdout, { isTTY }),
      stderr: Object.assign(stderr, { isTTY }),
      signal: signal ?? new AbortController().signal,
    };
    const code = await runWrit(args, around);
    return { code, out: textOf(stdout), err: textOf(stderr) };
  };

const textOf = (stream: PassThrough): string => String((stream.read() as Buffer | null) ?? '');
