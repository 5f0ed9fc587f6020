import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WritProblem, type AttemptReport, type PulledDelivery } from '@writ/sdk';
import type { Command } from 'commander';
import { usageError } from '../exit.ts';
import { addressOf } from '../profiles/profile-file.ts';
import { momentOf, type Acts, type Session } from '../session.ts';
import { destinationFor, type EventType } from './listen-destination.ts';

type Options = { forwardTo: string; events: string; name?: string; since?: string; fail?: string };

const receiverLimitMs = 15_000;
const excerptLength = 2048;
const longestPauseMs = 30_000;
/** A slow receiver can take these within their lease of a minute. */
const pulled = { max: 3, waitSeconds: 30 };

export function listenCommand(program: Command, { act }: Acts): void {
  program
    .command('listen')
    .helpGroup('Events:')
    .description('Forward webhooks to a local address; they wait while the command does not run')
    .requiredOption('--forward-to <url>', 'Address to which each webhook is posted, signed as in production')
    .option('--events <types>', 'Event types, separated by commas', 'write.async.done')
    .option('--since <time>', 'Also forward what failed or was held since then, such as 1h', momentOf)
    .option('--name <name>', 'Name of its destination and topic; listeners of one name share the webhooks')
    .option('--fail <part>', 'Let a fraction of the webhooks fail: 1/3')
    .action(act<[], Options>(listen));
}

async function listen(session: Session, _: [], options: Options): Promise<void> {
  const { writ, around, note } = session;
  addressOf(options.forwardTo, 'For example: --forward-to http://localhost:3000/hook');
  const fails = failsOf(options.fail);
  const name = options.name ?? `listen-${hostname().replaceAll(/[^\w.-]/g, '-')}`.slice(0, 128);
  const types = options.events.split(',').map((type) => type.trim()) as EventType[];
  const { id } = await destinationFor(session, name, types);
  if (options.since !== undefined) {
    const { count } = await writ.destinations.replay(id, { since: options.since });
    note(`${count} deliveries are sent again.`);
  }
  const { secrets } = await writ.destinations.get(id, { includeSecrets: true });
  note(
    `Destination ${name} forwards to ${options.forwardTo}; its webhooks are signed with ${secrets?.webhookSigningKey ?? ''}`,
  );
  note('Press Ctrl-C to stop. Deliveries then wait for the next start.');

  const { signal } = around;
  const isEnded = () => signal.aborted;
  let count = 0;
  try {
    while (!isEnded()) {
      const pull = () => writ.destinations.pull(id, pulled, { signal });
      const { deliveries } = await untilDone(session, pull);
      const reports: Promise<void>[] = [];
      for (const delivery of deliveries) {
        if (isEnded()) break;
        count += 1;
        const outcome = await forward(delivery, fails(count) ? undefined : options.forwardTo);
        // The next delivery is forwarded meanwhile.
        const reported = report(session, delivery, outcome);
        reported.catch(() => undefined);
        reports.push(reported);
      }
      await Promise.all(reports);
    }
  } catch (error) {
    if (!isEnded()) throw error;
  }
}

/** Repeats a call, unless that cannot help. */
async function untilDone<Answer>({ around, note }: Session, act: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await act();
    } catch (error) {
      const passes = !(error instanceof WritProblem) || error.retryable || error.status >= 500;
      if (!passes || around.signal.aborted) throw error;
      note(`${error instanceof Error ? error.message : String(error)} Trying again.`);
      await sleep(Math.min(longestPauseMs, 500 * 2 ** failures), undefined, { signal: around.signal });
    }
  }
}

/** `1/3`: every third. */
function failsOf(part: string | undefined): (count: number) => boolean {
  if (part === undefined) return () => false;
  const [, few = '', of = ''] = /^(\d+)\/([1-9]\d*)$/.exec(part) ?? [];
  if (few === '') throw usageError(`--fail ${part} is not a part.`, 'For example: --fail 1/3');
  return (count) => count % Number(of) < Number(few);
}

/** Without an address it fails. */
async function forward(delivery: PulledDelivery, url: string | undefined): Promise<AttemptReport> {
  const began = performance.now();
  const outcome =
    url === undefined ? { status: 500, excerpt: 'Made to fail by --fail' } : await post(url, delivery);
  return { attempt: delivery.attempt, ms: Math.round(performance.now() - began), ...outcome };
}

/** Without a report the delivery is sent again. */
async function report(session: Session, delivery: PulledDelivery, outcome: AttemptReport): Promise<void> {
  const { writ, print } = session;
  await untilDone(session, () => writ.deliveries.report(delivery.id, outcome)).catch((error: unknown) => {
    if (!(error instanceof WritProblem && error.kind === 'attempt-over')) throw error;
    session.note(`${delivery.id}: the report is too late; it is sent again, or another listener has it.`);
  });
  const { id, eventType: event, eventId, attempt } = delivery;
  const answer = outcome.status ?? outcome.error;
  print.one({ delivery: id, event, eventId, attempt, answer, ms: outcome.ms }, id);
}

async function post(
  url: string,
  { headers, body }: PulledDelivery,
): Promise<Omit<AttemptReport, 'attempt' | 'ms'>> {
  try {
    const signal = AbortSignal.timeout(receiverLimitMs);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const excerpt = storable(await answer.text(), excerptLength);
    const retryAfter = answer.headers.get('retry-after')?.slice(0, 128);
    return { status: answer.status, excerpt, ...(retryAfter && { retryAfter }) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { error: storable(`${message} ${cause instanceof Error ? cause.message : ''}`.trim(), 1024) };
  }
}

const storable = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD');
