import type { Lane } from '@writ/sdk';
import { Option, type Command } from 'commander';
import type { Columns } from '../output.ts';
import type { Act } from './session.ts';

const columns: Columns<Lane> = {
  ID: ({ id }) => id,
  KIND: ({ kind }) => kind,
  ACCOUNT: ({ provider, account }) => (provider === undefined ? undefined : `${provider} ${account ?? ''}`),
  QUEUED: ({ queued, moreQueued }) => `${queued}${moreQueued === true ? '+' : ''}`,
  'A SECOND': ({ rate }) => rate,
  WAITING: ({ waiting }) => waiting && [waiting.reason, waiting.until].filter(Boolean).join(' until '),
  'OLDEST DUE': ({ oldestDue }) => oldestDue,
};

type Filter = { group?: string; kind?: Lane['kind'] };

export function laneCommands(program: Command, act: Act): void {
  const lanes = program
    .command('lanes')
    .helpGroup('Operate:')
    .description('looks at and holds what waits for a CRM account or a destination');
  lanes
    .command('list')
    .description('lists lanes')
    .option('-g, --group <groupRef>', 'of one customer')
    .addOption(new Option('--kind <kind>').choices(['provider', 'destination']))
    .action(
      act<[], Filter>(({ writ, print }, _, { group, kind }) =>
        print.list(writ.lanes.list({ groupRef: group, kind }), columns, ({ id }) => id),
      ),
    );
  for (const [verb, description] of [
    ['pause', 'holds what waits there'],
    ['resume', 'lets it go on'],
  ] as const)
    lanes
      .command(verb)
      .description(description)
      .argument('<id>')
      .action(
        act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.lanes[verb](id), id)),
      );
}
