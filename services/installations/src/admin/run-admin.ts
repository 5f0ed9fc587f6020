import { Command, CommanderError } from 'commander';
import { EnvironmentError, StartError } from '@writ/service-kit';
import { consoleLink } from './console-link.ts';
import { commandActor } from './command-actor.ts';
import { StateError, UsageError, type AdminCommand, type AdminContext } from './command.ts';
import { checkKeys, newKey, resealCommand } from './encryption-keys.ts';
import { listDeadLettersCommand, replayDeadLettersCommand } from './dead-letters.ts';
import { migrate } from './migrate.ts';
import { createKey, expireKey, listKeys, revokeKey } from './keys.ts';
import { createProject, deleteProject, listProjects, pageKeys, retention } from './projects.ts';
import { seedDemoCommand } from './seed-demo.ts';
import { unmappedFieldRemoval } from './unmapped-field-removal.ts';

const commands: Readonly<Record<string, AdminCommand>> = {
  'create-project': createProject,
  'delete-project': deleteProject,
  'list-projects': listProjects,
  'page-keys': pageKeys,
  retention,
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

/** As in sysexits(3). `failed` includes commands that the service's state does not allow. */
const exitCodes = { done: 0, failed: 1, usage: 64, configuration: 78 };

export type AdminOutput = { tell: (line: string) => void; complain: (line: string) => void };

/** Returns the exit code. */
export async function runAdmin(
  args: readonly string[],
  environment: AdminContext['environment'],
  output: AdminOutput,
): Promise<number> {
  const { tell, report, complain } = printerOf(output, args.includes('--json'));
  const program = new Command('npm run admin --')
    .option('--json', 'Print one JSON object a line')
    .helpOption('-h, --help', 'Show the help of a command')
    .addHelpText('after', '\nExit codes: 0 done, 1 not done, 64 usage, 78 environment.')
    .showHelpAfterError('See: npm run admin -- --help')
    .configureOutput({ writeOut: (text) => tell(text.trim()), writeErr: (text) => complain(text.trim()) })
    .exitOverride();
  for (const [name, admin] of Object.entries(commands)) {
    const command = program.command(name).description(admin.summary);
    for (const [option, { description, isFlag }] of Object.entries(admin.options))
      command.option(`--${option}${isFlag ? '' : ' <text>'}`, description);
    command.action(() => {
      const values = command.options.map((option) => [
        option.name(),
        command.getOptionValue(option.attributeName()) as unknown,
      ]);
      const given = Object.fromEntries(values) as AdminContext['options'];
      return admin.run({ options: given, environment, tell, report, by: commandActor(name) });
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return explain(error, complain);
  }
}

/** With `--json` every line is a JSON object. */
function printerOf({ tell, complain }: AdminOutput, json: boolean) {
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

function explain(error: unknown, complain: (line: string) => void): number {
  // commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof UsageError) {
    complain(`${error.message} See: npm run admin -- --help`);
    return exitCodes.usage;
  }
  if (error instanceof EnvironmentError) {
    complain(error.message);
    return exitCodes.configuration;
  }
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof StateError || error instanceof StartError;
  complain(isExpected ? message : `It failed: ${message}`);
  return exitCodes.failed;
}
