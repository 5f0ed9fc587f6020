import { parseArgs } from 'node:util';
import { nearestName } from '@writ/http-kit';
import { EnvironmentError, StartError } from '@writ/service-kit';
import { consoleLink } from './console-link.ts';
import { commandActor } from './command-actor.ts';
import { StateError, UsageError, type AdminCommand, type AdminContext } from './command.ts';
import { checkKeys, newKey, resealCommand } from './encryption-keys.ts';
import { listDeadLettersCommand, replayDeadLettersCommand } from './dead-letters.ts';
import { migrate } from './migrate.ts';
import { createKey, expireKey, listKeys, revokeKey } from './keys.ts';
import { createProject, listProjects, pageKeys } from './projects.ts';
import { seedDemoCommand } from './seed-demo.ts';
import { unmappedFieldRemoval } from './unmapped-field-removal.ts';

const commands: Readonly<Record<string, AdminCommand>> = {
  'create-project': createProject,
  'list-projects': listProjects,
  'page-keys': pageKeys,
  'create-key': createKey,
  'list-keys': listKeys,
  'revoke-key': revokeKey,
  'expire-key': expireKey,
  migrate,
  'new-key': newKey,
  reseal: resealCommand,
  'check-keys': checkKeys,
  'console-link': consoleLink,
  'list-dead-letters': listDeadLettersCommand,
  'replay-dead-letters': replayDeadLettersCommand,
  'seed-demo': seedDemoCommand,
  'unmapped-field-removal': unmappedFieldRemoval,
};

/** sysexits(3); `failed` is also what is there does not allow. */
const exitCodes = { done: 0, failed: 1, usage: 64, configuration: 78 };

export type AdminOutput = { tell: (line: string) => void; complain: (line: string) => void };

/** Runs one command of the operators' command line and gives the exit code. */
export async function runAdmin(
  args: readonly string[],
  environment: AdminContext['environment'],
  output: AdminOutput,
): Promise<number> {
  const [name, ...rest] = args.filter((arg) => arg !== '--json');
  const { complain, ...told } = asAsked(output, args.includes('--json'));
  if (name === undefined || name === '--help' || name === 'help') {
    told.tell(helpText());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  try {
    const command = commandNamed(name);
    if (rest.includes('--help')) told.tell(commandHelp(name, command));
    else {
      const options = readOptions(command, rest);
      await command.run({ options, environment, ...told, by: commandActor(name) });
    }
    return exitCodes.done;
  } catch (error) {
    return explain(error, complain);
  }
}

/** With `--json` whatever is told is a JSON object a line. */
function asAsked({ tell, complain }: AdminOutput, json: boolean) {
  const text = (line: object | string, name: string): string => {
    if (typeof line === 'object') return JSON.stringify(line);
    return json ? JSON.stringify({ [name]: line }) : line;
  };
  return {
    tell: (line: object | string) => tell(text(line, 'message')),
    report: (line: string) => complain(text(line, 'progress')),
    complain: (line: string) => complain(text(line, 'error')),
  };
}

function commandNamed(name: string): AdminCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const near = nearestName(name, Object.keys(commands));
  throw new UsageError(
    `There is no command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  );
}

function readOptions(command: AdminCommand, args: readonly string[]): AdminContext['options'] {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { isFlag }]) => [
      name,
      { type: isFlag ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function explain(error: unknown, complain: (line: string) => void): number {
  if (error instanceof UsageError) {
    complain(`${error.message} See: npm run admin -- --help`);
    return exitCodes.usage;
  }
  if (error instanceof EnvironmentError) {
    complain(error.message);
    return exitCodes.configuration;
  }
  const message = error instanceof Error ? error.message : String(error);
  const isTold = error instanceof StateError || error instanceof StartError;
  complain(isTold ? message : `It failed: ${message}`);
  return exitCodes.failed;
}

function helpText(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(24)}${summary}`);
  return [
    'Usage: npm run admin -- <command> [options]',
    '',
    ...lines,
    '',
    'Each command explains itself with --help. With --json every line is a JSON object. Exit codes: 0 done, 1 not done, 64',
    'given wrongly, 78 a fault of the environment.',
  ].join('\n');
}

function commandHelp(name: string, { summary, options }: AdminCommand): string {
  const entries = Object.entries(options);
  const usage = entries.map(([option, { isFlag }]) => ` --${option}${isFlag ? '' : ' <text>'}`).join('');
  const lines = entries.map(([option, { description }]) => `  --${option.padEnd(14)}${description}`);
  return [
    `Usage: npm run admin -- ${name}${usage}`,
    '',
    summary,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n');
}
