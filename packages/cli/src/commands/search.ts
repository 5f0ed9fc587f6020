import type { SearchHit } from '@writ/sdk';
import type { Command } from 'commander';
import { exit } from '../exit.ts';
import type { Columns } from '../output.ts';
import type { Act } from './session.ts';

const columns: Columns<SearchHit> = {
  TYPE: ({ type }) => type,
  ID: ({ id }) => id,
  'FOUND BY': ({ by }) => by,
  WHAT: ({ text }) => text,
  TIME: ({ time }) => time,
};

export function searchCommand(program: Command, act: Act): void {
  program
    .command('search')
    .helpGroup('Follow:')
    .description('finds whatever an id names; ends with 3 when it names nothing')
    .argument(
      '<id>',
      'of an operation, request, event, delivery, destination, topic, installation, connection, lane, or record; a customer, an account, an idempotency key',
    )
    .action(
      act<[string], object>(async ({ writ, print, note }, [id]) => {
        const { results, more } = await writ.search({ q: id });
        if (results.length === 0) {
          note(`Nothing is named ${id}, or the key may not read it.`);
          return exit.notFound;
        }
        await print.list(results, columns, (hit) => hit.id);
        if (more) note('There is more of it: writ ops list --help tells what narrows it.');
        return exit.done;
      }),
    );
}
