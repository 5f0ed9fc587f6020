import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first command that works here. Without one, says which tests are skipped. */
export async function commandFor(
  tests: string,
  commands: readonly (readonly [string, ...string[]])[],
): Promise<readonly [string, ...string[]] | undefined> {
  for (const command of commands) {
    const [program, ...args] = command;
    const answers = promisify(execFile)(program, [...args, 'version']);
    if (await answers.then(() => true).catch(() => false)) return command;
  }
  const names = commands.map((command) => command.join(' ')).join(' or ');
  process.stderr.write(
    `Tests of ${tests} are skipped: ${names} is not here. CONTRIBUTING.md says how to get it.\n`,
  );
  return undefined;
}
