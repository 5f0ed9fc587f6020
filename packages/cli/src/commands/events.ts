import type { Delivery, Destination, Notification } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { exit, faultLines, type ExitCode } from '../exit.ts';
import type { Columns } from '../output.ts';
import { firstOf, momentOf, mustBeMeant, wholeNumber, type Act, type Session } from '../session.ts';
import { actOnMany, followTask, ofMany, type ManyOptions } from './tasks.ts';

export function eventCommands(program: Command, act: Act): void {
  deliveryCommands(program, act);
  destinationCommands(program, act);
}

/**
 * Names of destinations are asked for once, where a table shows any; of one that is deleted, and where they are not told,
 * there is the id alone.
 */
function deliveryColumns({ writ, note }: Session): Columns<Delivery> {
  let names: Promise<ReadonlyMap<string, string>> | undefined;
  const ask = async () => {
    const destinations = await writ.destinations
      .list()
      .all()
      .catch((fault: unknown) => {
        note(`Names of destinations are not known: ${faultLines(fault).join(' ')}`);
        return [];
      });
    return new Map(destinations.map(({ id, name }) => [id, name]));
  };
  return {
    ID: ({ id }) => id,
    STATUS: ({ status }) => status,
    EVENT: ({ eventType }) => eventType,
    DESTINATION: async ({ destinationId }) => (await (names ??= ask())).get(destinationId) ?? destinationId,
    ATTEMPTS: ({ attemptCount }) => attemptCount,
    CREATED: ({ createTime }) => createTime,
    'LAST ERROR': ({ lastError }) => lastError?.message,
  };
}

type DeliveryFilter = {
  destination?: string;
  status?: Delivery['status'];
  event?: Notification['notificationType'];
  operation?: string;
  task?: string;
  since?: string;
  until?: string;
};

const filtered = (command: Command): Command =>
  command
    .option('--destination <name>', 'to one destination')
    .addOption(new Option('--status <status>').choices(['pending', 'delivered', 'failed', 'held']))
    .option('--event <type>', 'of events of one type')
    .option('--operation <id>', 'about one operation')
    .option('--task <id>', 'sent again by this task')
    .option('--since <time>', 'of events that came in then or later: a time, or 2h for two hours ago')
    .option('--until <time>', 'of events that came in before');

const queryOf = ({ destination, status, event, operation, task, since, until }: DeliveryFilter) => ({
  destinationId: destination,
  status,
  eventType: event,
  operationId: operation,
  taskId: task,
  since: since === undefined ? undefined : momentOf(since),
  until: until === undefined ? undefined : momentOf(until),
});

function deliveryCommands(program: Command, act: Act): void {
  const deliveries = program
    .command('deliveries')
    .helpGroup('Events:')
    .description('looks at what was sent to destinations');
  filtered(deliveries.command('list'))
    .description('lists deliveries, newest first')
    .option('--limit <count>', 'at most so many', wholeNumber, 50)
    .action(
      act<[], DeliveryFilter & { limit: number }>((session, _, options) => {
        const list = session.writ.deliveries.list(queryOf(options));
        return session.print.list(firstOf(list, options.limit), deliveryColumns(session), ({ id }) => id);
      }),
    );
  deliveries
    .command('get')
    .description('shows a delivery with its attempts')
    .argument('<id>')
    .action(
      act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.deliveries.get(id), id)),
    );
  ofMany(filtered(deliveries.command('redeliver')))
    .description('sends it again; of several, those that failed or are held unless --status says otherwise')
    .argument('[id]', 'of one; without it, those of the filters')
    .action(
      act<[string | undefined], DeliveryFilter & ManyOptions>(async (session, [id], options) => {
        const { writ, print } = session;
        if (id !== undefined) {
          print.one(await writ.deliveries.redeliver(id), id);
          return exit.done;
        }
        const query = queryOf(options);
        const { everything } = options;
        const ask = (dryRun: boolean) => writ.deliveries.redeliverAll({ ...query, everything, dryRun });
        const does = 'sends every delivery of these filters again';
        const filters = Object.values(query);
        return actOnMany(session, { does, filters, columns: deliveryColumns(session), ask }, options);
      }),
    );
}

const destinationColumns: Columns<Destination> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  TYPE: ({ type }) => type,
  STATUS: ({ status, disabledReason }) =>
    disabledReason === undefined ? status : `${status}: ${disabledReason}`,
};

type Replay = {
  since: string;
  until?: string;
  status?: 'delivered' | 'failed' | 'held';
  yes?: boolean;
  wait: boolean;
};

function destinationCommands(program: Command, act: Act): void {
  const destinations = program
    .command('destinations')
    .helpGroup('Events:')
    .description('looks at and tries destinations of events');
  const one = (name: string, description: string) =>
    destinations.command(name).description(description).argument('<destination>', 'its id or name');
  destinations
    .command('list')
    .description('lists destinations')
    .action(
      act<[], object>(({ writ, print }) =>
        print.list(writ.destinations.list(), destinationColumns, ({ id }) => id),
      ),
    );
  one('get', 'shows a destination').action(
    act<[string], object>(async ({ writ, print }, [name]) => {
      const destination = await writ.destinations.get(name);
      print.one(destination, destination.id);
    }),
  );
  one('test', 'sends it an event of a type, and shows what it answered; ends with 1 unless it took it')
    .option('--event <type>', 'the type of the event', 'write.async.done')
    .action(
      act<[string], { event: Notification['notificationType'] }>(
        async ({ writ, print }, [name], { event }) => {
          const attempt = await writ.destinations.test(name, { eventType: event });
          print.one(attempt, 'id' in attempt ? attempt.id : undefined);
          return attempt.status === 'failed' ? exit.writeFailed : exit.done;
        },
      ),
    );
  one('replay', 'sends again what failed or was held')
    .requiredOption('--since <time>', 'of events that came in then or later: a time, or 2h for two hours ago')
    .option('--until <time>', 'of events that came in before')
    .addOption(new Option('--status <status>', 'only these').choices(['delivered', 'failed', 'held']))
    .option('--yes', 'do it')
    .option('--no-wait', 'does not wait for the end of the task')
    .action(act<[string], Replay>(replay));
  one('rotate-secret', 'makes a new signing key; the old one signs for a day more').action(
    act<[string], object>(async ({ writ, print }, [name]) => {
      const destination = await writ.destinations.rotateSecret(name);
      print.one(destination, destination.id);
    }),
  );
  for (const verb of ['enable', 'disable'] as const)
    one(verb, `${verb}s it`).action(
      act<[string], object>(async ({ writ, print }, [name]) => {
        const destination = await writ.destinations[verb](name);
        print.one(destination, destination.id);
      }),
    );
}

async function replay(
  session: Session,
  [name]: [string],
  { since, until, status, yes, wait }: Replay,
): Promise<ExitCode> {
  const { writ, print } = session;
  mustBeMeant(
    yes,
    `sends again everything of this time that ${status === undefined ? 'failed or was held' : `is ${status}`}`,
  );
  const started = await writ.destinations.replay(name, {
    since: momentOf(since),
    ...(until !== undefined && { until: momentOf(until) }),
    ...(status !== undefined && { status }),
  });
  if (wait) return followTask(session, started.taskId, Infinity);
  print.one(started, started.taskId);
  return exit.done;
}
