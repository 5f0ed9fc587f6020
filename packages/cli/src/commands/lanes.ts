import type { Lane } from '@writ/sdk';
import { Option, type Command } from 'commander';
import type { Columns } from '../output.ts';
import type { Act } from '../session.ts';

const columns: Columns<Lane> = {
  ID: ({ id }) => id,
  KIND: ({ kind }) => kind,
  ACCOUNT: ({ provider, account }) => (provider === undefined ? undefined : `${provider} ${account ?? ''}`),
  QUEUED: ({ queued, moreQueued }) => `${queued}${moreQueued === true ? '+' : ''}`,
  'A SECOND': ({ rate }) => rate,
  WAITING: (lane) => [lane.disabled === true && 'disabled', whyItWaits(lane)].filter(Boolean).join(', '),
  'OLDEST DUE': ({ oldestDue }) => oldestDue,
};

const whyItWaits = ({ waiting, paused }: Lane): string | undefined =>
  waiting &&
  [[waiting.reason, paused?.reason].filter(Boolean).join(': '), waiting.until]
    .filter(Boolean)
    .join(' until ');

type Reason = NonNullable<Lane['waiting']>['reason'];
type Filter = { group?: string; kind?: Lane['kind']; waiting?: Reason };

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
    .addOption(
      new Option('--waiting <reason>', 'whose queue is held up by it; `paused`: all that are').choices([
        'quota',
        'outage',
        'paused',
      ]),
    )
    .action(
      act<[], Filter>(({ writ, print }, _, { group, kind, waiting }) =>
        print.list(writ.lanes.list({ groupRef: group, kind, waiting }), columns, ({ id }) => id),
      ),
    );
  lanes
    .command('pause')
    .description('holds what waits there')
    .argument('<id>')
    .option('--reason <text>', 'why, for those who see it')
    .action(
      act<[string], { reason?: string }>(async ({ writ, print }, [id], { reason }) =>
        print.one(await writ.lanes.pause(id, reason === undefined ? {} : { reason }), id),
      ),
    );
  lanes
    .command('resume')
    .description('lets it go on')
    .argument('<id>')
    .action(
      act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.lanes.resume(id), id)),
    );
}
