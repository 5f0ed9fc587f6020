import { parseArgs } from 'node:util';
import { StartError, type Variables } from '@writ/service-kit';

/**
 * Whether the command's help is asked for.
 * @throws StartError for anything else that is given: the embedded form has no options, and to pass over one in silence would
 *   have somebody wait for what it does.
 */
export function asksForHelp(given: readonly string[]): boolean {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...given], options }).values.help === true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`${why}\n\`npm start -- --help\` lists the variables that configure it.`, {
      cause: error,
    });
  }
}

const wrapped = (text: string): string => text.replaceAll(/(.{1,74})(?: |$)/g, '      $1\n');

/** What `npm start -- --help` prints: all that can be set, with what it is otherwise. */
export const help = (variables: Variables): string => `npm start

Starts Writ in one process, with a Postgres, a queue, a bus of its own and sandbox CRMs, and prints requests to try.
Ctrl-C stops it; the data stays in DATA_DIR. It has no options: variables of the environment set it, as in
DATA_DIR=/tmp/writ npm start

${Object.entries(variables)
  .map(([name, { description, fallback }]) => `  ${name}${usually(fallback)}\n${wrapped(description)}`)
  .join('')}`;

/** What is usually nothing, or a list of nothing (`,`), is not told. */
const usually = (fallback = ''): string => (/^,?$/.test(fallback) ? '' : `, usually ${fallback}`);
