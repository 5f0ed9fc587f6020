import type { SearchHit } from '@writ/sdk';
import type { Command } from 'commander';
import { showInBrowser } from '../browser.ts';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import type { Columns } from '../output.ts';
import type { Act, Session } from '../session.ts';

const columns: Columns<SearchHit> = {
  TYPE: ({ type }) => type,
  ID: ({ id }) => id,
  'FOUND BY': ({ by }) => by,
  WHAT: ({ text }) => text,
  TIME: ({ time }) => time,
};

const anyId =
  'of an operation, request, event, delivery, destination, topic, installation, connection, lane, or record; a customer, an account, an idempotency key';

export function searchCommands(program: Command, act: Act): void {
  program
    .command('search')
    .helpGroup('Follow:')
    .description('finds whatever an id names; ends with 3 when it names nothing')
    .argument('<id>', anyId)
    .action(
      act<[string], object>(async ({ writ, print, note }, [id]) => {
        const { results, more } = await writ.search({ q: id });
        if (results.length === 0) throw unknown(id);
        await print.list(results, columns, (hit) => hit.id);
        if (more) note('There is more of it: writ ops list --help tells what narrows it.');
      }),
    );
  program
    .command('open')
    .helpGroup('Follow:')
    .description('shows in the console what an id names, or the project')
    .argument('[id]', anyId)
    .option('--print', 'only prints the address, as it does without a terminal')
    .action(act<[string | undefined], { print?: boolean }>(open));
}

const unknown = (id: string): CommandFault =>
  new CommandFault(exit.notFound, `Nothing is named ${id}, or the key may not read it.`);

/** What the console has a page of its own for, by the part of the address before the id. */
const consolePages: Readonly<Partial<Record<SearchHit['type'], string>>> = {
  operation: 'operations',
  lane: 'lanes',
  delivery: 'deliveries',
  destination: 'destinations',
  event: 'events',
  topic: 'topics',
};

async function open(
  session: Session,
  [id]: [string | undefined],
  options: { print?: boolean },
): Promise<ExitCode> {
  const { around, print, note, settings } = session;
  const parts = [
    'console',
    'projects',
    settings.project,
    ...(id === undefined ? [] : await pageOf(session, id)),
  ];
  const root = settings.managementUrl.replace(/\/v1\/?$/, '');
  const address = `${root}/${parts.map(encodeURIComponent).join('/')}`;
  print.one({ address }, address);
  if (options.print === true || around.stdout.isTTY !== true) return exit.done;
  await showInBrowser(around, address).catch((fault: unknown) =>
    note(`No browser could be opened: ${(fault as Error).message}`),
  );
  return exit.done;
}

/** The page of the first that is found and has one. */
async function pageOf({ writ, note }: Session, id: string): Promise<readonly [string, string]> {
  const { results } = await writ.search({ q: id });
  if (results.length === 0) throw unknown(id);
  const paged = results.filter(({ type }) => consolePages[type] !== undefined);
  const [hit] = paged;
  if (hit === undefined)
    throw new CommandFault(
      exit.notFound,
      `The console has no page of a ${results[0]?.type ?? ''}.`,
      `writ search ${id} tells what it is.`,
    );
  if (paged.length > 1)
    note(`It names ${paged.length} things; this is the first. writ search ${id} lists them.`);
  return [consolePages[hit.type] ?? '', hit.id];
}
