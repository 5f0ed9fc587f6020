import { parseArgs } from 'node:util';
import { StartError, type Variables } from '@writ/service-kit';

/** @throws StartError for anything but a request for help: there are no options, and an ignored one would mislead */
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

/** Printed by `npm start -- --help`: all variables with their defaults. */
export const help = (variables: Variables): string => `npm start

Starts Writ in one process, with a Postgres, a queue, a bus of its own and sandbox CRMs, and prints requests to try.
Ctrl-C stops it; the data stays in DATA_DIR. It has no options: variables of the environment set it, as in
DATA_DIR=/tmp/writ npm start

${Object.entries(variables)
  .map(([name, { description, fallback }]) => `  ${name}${usually(fallback)}\n${wrapped(description)}`)
  .join('')}`;

/** Omits empty defaults, such as an empty list (`,`). */
const usually = (fallback = ''): string => (/^,?$/.test(fallback) ? '' : `, usually ${fallback}`);
