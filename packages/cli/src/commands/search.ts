import type { SearchHit } from '@writ/sdk';
import type { Command } from 'commander';
import { openBrowser } from '../browser.ts';
import { CommandError, exit } from '../exit.ts';
import type { Acts, Session } from '../session.ts';

const anyId =
  'of an operation, request, event, delivery, destination, topic, installation, connection, lane, or record; a customer, an account, an idempotency key';

export function searchCommands(program: Command, { act }: Acts): void {
  program
    .command('search')
    .helpGroup('Follow:')
    .description('Find whatever has this id; exit code 3 if nothing has it')
    .argument('<id>', anyId)
    .action(act<[string], object>(search));
  program
    .command('open')
    .helpGroup('Follow:')
    .description('Open the page of an id, or of the project, in the console')
    .argument('[id]', anyId)
    .option('--print', 'Only print the address, as without a terminal')
    .action(act<[string | undefined], { print?: boolean }>(open));
}

async function search({ writ, print, note }: Session, [id]: [string]): Promise<void> {
  const { results, more } = await writ.search({ q: id });
  if (results.length === 0) throw unknown(id);
  const columns = { TYPE: 'type', ID: 'id', 'FOUND BY': 'by', WHAT: 'text', TIME: 'time' } as const;
  await print.list(results, columns, (hit) => hit.id);
  if (more) note('There are more. writ ops list --help shows the filters.');
}

const unknown = (id: string): CommandError =>
  new CommandError(exit.notFound, `${id} names nothing, or the key may not read it.`);

/** Pages of the console. */
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
): Promise<void> {
  const { around, print, note, settings } = session;
  const page = id === undefined ? [] : await pageOf(session, id);
  const path = ['console', 'projects', settings.project, ...page].map(encodeURIComponent).join('/');
  const address = `${settings.managementUrl.replace(/\/v1\/?$/, '')}/${path}`;
  print.one({ address }, address);
  if (options.print === true || around.stdout.isTTY !== true) return;
  await openBrowser(around, address).catch((error: unknown) =>
    note(`No browser could be opened: ${(error as Error).message}`),
  );
}

async function pageOf({ writ, note }: Session, id: string): Promise<readonly [string, string]> {
  const { results } = await writ.search({ q: id });
  const [any] = results;
  if (any === undefined) throw unknown(id);
  const paged = results.filter(({ type }) => consolePages[type] !== undefined);
  const [hit] = paged;
  if (hit === undefined)
    throw new CommandError(
      exit.notFound,
      `The console has no page for this ${any.type}.`,
      `writ search ${id} shows it.`,
    );
  if (paged.length > 1)
    note(`${id} names ${paged.length} things; this is the first. writ search ${id} lists them.`);
  return [consolePages[hit.type] ?? '', hit.id];
}
