import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WritProblem, type AttemptReport, type Notification, type PulledDelivery } from '@writ/sdk';
import type { Command } from 'commander';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import { isAddress } from '../profiles/profile-file.ts';
import { momentOf, type Act, type Session } from '../session.ts';

type EventType = Notification['notificationType'];
type Options = { forwardTo: string; events: string; name?: string; since?: string; fail?: string };
type Topic = { id: string; name: string };

const receiverLimitMs = 15_000;
const excerptLength = 2048;
const longestPauseMs = 30_000;
/** So few that all of them can be handed over within their lease of a minute, however slow the receiver is. */
const pulled = { max: 3, waitSeconds: 30 };

export function listenCommand(program: Command, act: Act): void {
  program
    .command('listen')
    .helpGroup('Events:')
    .description('brings webhooks to an address of this machine; what comes while it does not run waits')
    .requiredOption('--forward-to <url>', 'where each webhook is posted, signed as it will be in production')
    .option('--events <types>', 'types of events, parted by commas', 'write.async.done')
    .option('--since <time>', 'also what failed or was held since then, such as 1h')
    .option(
      '--name <name>',
      'the destination and topic that it makes; what listens by one name shares its webhooks',
    )
    .option('--fail <part>', 'of each three let one fail: 1/3')
    .action(act<[], Options>(listen));
}

async function listen(session: Session, _: [], options: Options): Promise<ExitCode> {
  const { writ, around, note } = session;
  if (!isAddress(options.forwardTo))
    throw new CommandFault(
      exit.usage,
      `${options.forwardTo} is no address that begins with http.`,
      'For example: --forward-to http://localhost:3000/hook',
    );
  const fails = failsOf(options.fail);
  const name = options.name ?? `listen-${hostname().replaceAll(/[^\w.-]/g, '-')}`.slice(0, 128);
  const types = options.events.split(',').map((type) => type.trim()) as EventType[];
  const destination = await destinationOf(session, name, types);
  if (options.since !== undefined) {
    const { count } = await writ.destinations.replay(destination.id, { since: momentOf(options.since) });
    note(`${count} come again.`);
  }
  const { secrets } = await writ.destinations.get(destination.id, { includeSecrets: true });
  note(
    `Destination ${name} leads to ${options.forwardTo}; its webhooks are signed with ${secrets?.webhookSigningKey ?? ''}`,
  );
  note('Ctrl-C ends it. What comes meanwhile waits for the next time.');

  const isEnded = () => around.signal.aborted;
  let count = 0;
  const next = () => writ.destinations.pull(destination.id, pulled, { signal: around.signal });
  try {
    while (!isEnded()) {
      const { deliveries } = await insist(session, next);
      const told: Promise<void>[] = [];
      for (const delivery of deliveries) {
        // What was not handed over comes again.
        if (isEnded()) break;
        count += 1;
        const report = await handOver(delivery, fails(count) ? undefined : options.forwardTo);
        // The next one is handed over meanwhile.
        const telling = tell(session, delivery, report);
        telling.catch(() => undefined);
        told.push(telling);
      }
      await Promise.all(told);
    }
  } catch (fault) {
    if (!isEnded()) throw fault;
  }
  return exit.done;
}

/** Does it again, after longer and longer, until it is done: only what repetition does not mend is thrown. */
async function insist<Answer>({ around, note }: Session, act: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await act();
    } catch (fault) {
      const passes = !(fault instanceof WritProblem) || fault.retryable || fault.status >= 500;
      if (!passes || around.signal.aborted) throw fault;
      note(`${fault instanceof Error ? fault.message : String(fault)} Trying again.`);
      await sleep(Math.min(longestPauseMs, 500 * 2 ** failures), undefined, { signal: around.signal });
    }
  }
}

/** Which of them are to fail: `1/3` is every third. */
function failsOf(part: string | undefined): (count: number) => boolean {
  if (part === undefined) return () => false;
  const [, few = '', of = ''] = /^(\d+)\/([1-9]\d*)$/.exec(part) ?? [];
  if (few === '') throw new CommandFault(exit.usage, `--fail ${part} is no part.`, 'For example: --fail 1/3');
  return (count) => count % Number(of) < Number(few);
}

/**
 * The destination that waits for us, and to which a topic of its name leads exactly these types of events. One that was
 * disabled because nobody listened for a day is enabled again.
 */
async function destinationOf(session: Session, name: string, types: readonly EventType[]) {
  const { writ } = session;
  const known = await writ.destinations.get(name).catch(unlessMissing);
  if (known !== undefined && known.type !== 'listen')
    throw taken(`Destination ${name} is of type ${known.type}.`);
  const topic = (await writ.topics.list().all()).find((each) => each.name === name);
  const led = topic ? await writ.destinationRoutes.list({ topicId: topic.id }).all() : [];
  if (led.some(({ destinationId }) => destinationId !== known?.id))
    throw taken(`Topic ${name} leads to another destination, which would get other types of events.`);
  const destination = known ?? (await writ.destinations.create({ name, type: 'listen', metadata: {} }));
  if (topic === undefined)
    await writ.topics.create({ name, eventTypes: [...types], destinationIds: [destination.id] });
  else {
    await leadTypes(session, topic, types);
    if (led.length === 0)
      await writ.destinationRoutes.create({ topicId: topic.id, destinationId: destination.id });
  }
  return destination.status === 'disabled' ? writ.destinations.enable(destination.id) : destination;
}

const taken = (why: string) => new CommandFault(exit.conflict, why, 'Choose another --name.');

/** Leads exactly these types of events to a topic. */
async function leadTypes({ writ, note }: Session, { id, name }: Topic, types: readonly EventType[]) {
  const routes = await writ.eventRoutes.list({ topicId: id }).all();
  const known = routes.map(({ eventType }) => eventType);
  for (const eventType of types.filter((type) => !known.includes(type)))
    await writ.eventRoutes.create({ topicId: id, eventType });
  for (const route of routes.filter(({ eventType }) => !types.includes(eventType))) {
    await writ.eventRoutes.delete(route.id);
    note(`${name} gets no more ${route.eventType}: it is not among --events. Another --name keeps both.`);
  }
}

const unlessMissing = (fault: unknown): undefined => {
  if (fault instanceof WritProblem && fault.status === 404) return undefined;
  throw fault;
};

/** Posts it, and gives what came of it. */
async function handOver(delivery: PulledDelivery, url: string | undefined): Promise<AttemptReport> {
  const began = performance.now();
  const outcome =
    url === undefined ? { status: 500, excerpt: 'It was to fail: --fail' } : await post(url, delivery);
  return { attempt: delivery.attempt, ms: Math.round(performance.now() - began), ...outcome };
}

/** Reports what came of it: the report is the attempt's end, and what is not reported comes again. */
async function tell(session: Session, delivery: PulledDelivery, report: AttemptReport): Promise<void> {
  const { writ, print } = session;
  await insist(session, () => writ.deliveries.report(delivery.id, report)).catch((fault: unknown) => {
    if (!(fault instanceof WritProblem && fault.kind === 'attempt-over')) throw fault;
    session.note(`${delivery.id}: too late to report; it comes again, or somebody else has it.`);
  });
  const { id, eventType, eventId, attempt } = delivery;
  const told = report.status ?? report.error;
  print.one({ delivery: id, event: eventType, eventId, attempt, answer: told, ms: report.ms }, id);
}

async function post(
  url: string,
  { headers, body }: PulledDelivery,
): Promise<Omit<AttemptReport, 'attempt' | 'ms'>> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(receiverLimitMs),
    });
    const excerpt = storable(await answer.text(), excerptLength);
    const retryAfter = answer.headers.get('retry-after')?.slice(0, 128);
    return { status: answer.status, excerpt, ...(retryAfter && { retryAfter }) };
  } catch (fault) {
    const { message, cause } = fault as Error;
    return { error: storable(`${message} ${cause instanceof Error ? cause.message : ''}`.trim(), 1024) };
  }
}

/** As much of a text as a report holds, without what no text of the service may hold. */
const storable = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD');
