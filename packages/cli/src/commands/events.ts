import type { Delivery, NotificationType, OperationId, Writ } from '@writ/sdk';
import type { Command } from 'commander';
import { errorLines, exit } from '../exit.ts';
import { filtersOf, optionOf } from '../options.ts';
import type { Columns } from '../output.ts';
import { requireYes, type Acts, type Session } from '../session.ts';
import { oneOrMany } from './one-or-many.ts';
import { resourceOf } from './resource.ts';
import { followOrPrint } from './tasks.ts';

const filters = filtersOf('getDeliveries', {
  '--destination <name>': 'destinationId',
  '--status <status>': 'status',
  '--event <type>': 'eventType',
  '--operation <id>': 'operationId',
  '--task <id>': 'taskId',
  '--since <time>': 'since',
  '--until <time>': 'until',
});

function columns({ writ, note }: Session): Columns<Delivery> {
  let names: Promise<ReadonlyMap<string, string>> | undefined;
  const fetchNames = async () => {
    const list = writ.destinations.list().all();
    const destinations = await list.catch((error: unknown) => {
      note(`Names of destinations are not known: ${errorLines(error).join(' ')}`);
      return [];
    });
    return new Map(destinations.map(({ id, name }) => [id, name]));
  };
  return {
    ID: 'id',
    STATUS: 'status',
    EVENT: 'eventType',
    DESTINATION: async ({ destinationId: id }) => (await (names ??= fetchNames())).get(id) ?? id,
    ATTEMPTS: 'attemptCount',
    CREATED: 'createTime',
    'LAST ERROR': ({ lastError }) => lastError?.message,
  };
}

export function deliveryCommands(program: Command, { act }: Acts): void {
  const description = 'Show and repeat deliveries to destinations';
  const deliveries = resourceOf(program, act, 'deliveries', 'Events:', description);
  deliveries.list('list', 'getDeliveries', {
    filters,
    columns,
    entries: (writ, query) => writ.deliveries.list(query),
  });
  deliveries.one('get <id>', 'getDelivery', (writ, id) => writ.deliveries.get(id));
  oneOrMany(deliveries.add('redeliver [id]', 'postDeliveryRedeliver'), act, {
    does: 'sends every delivery of these filters again',
    filters,
    columns,
    one: (writ, id) => writ.deliveries.redeliver(id),
    many: (writ, query) => writ.deliveries.redeliverAll(query),
  }).description(
    'Send a delivery again, or those of the filters: failed and held ones unless --status is given',
  );
}

type Replay = {
  since: string;
  until?: string;
  status?: 'delivered' | 'failed' | 'held';
  yes?: boolean;
  wait: boolean;
};

export function destinationCommands(program: Command, { act }: Acts): void {
  const description = 'Show and test destinations of events';
  const destinations = resourceOf(program, act, 'destinations', 'Events:', description);
  destinations.list('list', 'getDestinations', {
    isShort: true,
    entries: (writ) => writ.destinations.list(),
    columns: {
      ID: 'id',
      NAME: 'name',
      TYPE: 'type',
      STATUS: ({ status, disabledReason }) => [status, disabledReason].filter(Boolean).join(': '),
    },
  });
  const one = (verb: string, id: OperationId, perform: (writ: Writ, name: string) => Promise<object>) =>
    destinations.one(`${verb} <destination>`, id, perform);
  one('get', 'getDestination', (writ, name) => writ.destinations.get(name));
  one('rotate-secret', 'postDestinationRotateSecret', (writ, name) => writ.destinations.rotateSecret(name));
  one('enable', 'postDestinationEnable', (writ, name) => writ.destinations.enable(name));
  one('disable', 'postDestinationDisable', (writ, name) => writ.destinations.disable(name));
  destinations
    .add('test <destination>', 'postDestinationTest')
    .addOption(optionOf('postDestinationTest', 'eventType', '--event <type>').default('write.async.done'))
    .addHelpText('after', '\nExit codes: 0 delivered, 1 failed.')
    .action(
      act<[string], { event: NotificationType }>(async ({ writ, print }, [name], { event }) => {
        const attempt = await writ.destinations.test(name, { eventType: event });
        print.one(attempt, 'id' in attempt ? attempt.id : undefined);
        return attempt.status === 'failed' ? exit.writeFailed : exit.done;
      }),
    );
  destinations
    .add('replay <destination>', 'postDestinationReplay')
    .addOption(optionOf('postDestinationReplay', 'since', '--since <time>').makeOptionMandatory())
    .addOption(optionOf('postDestinationReplay', 'until', '--until <time>'))
    .addOption(optionOf('postDestinationReplay', 'status', '--status <status>'))
    .option('--yes', 'Do it')
    .option('--no-wait', 'Do not wait for the end of the task')
    .action(
      act<[string], Replay>(async (session, [name], { since, until, status, yes, wait }) => {
        const which = status === undefined ? 'failed or was held' : `is ${status}`;
        requireYes(yes, `sends everything of this time again that ${which}`);
        const more = { ...(until !== undefined && { until }), ...(status !== undefined && { status }) };
        const started = await session.writ.destinations.replay(name, { since, ...more });
        return followOrPrint(session, started, wait);
      }),
    );
}
