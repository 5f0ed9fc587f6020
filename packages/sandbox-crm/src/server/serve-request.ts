import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultName, isRecordFault, type Fault, type ItemFault } from '../faults/fault.ts';
import type { FaultBook } from '../faults/fault-book.ts';
import { endingOf, playEnding, type Ending } from './play-fault.ts';
import type { Effect, Journal, KeptRequest } from '../journal/journal.ts';
import type { Change } from '../records/record-store.ts';
import type { Reply, Arrival, Door, Visit, GivenAnswer } from './call.ts';
import { isProvider, type ProviderName } from '../provider-name.ts';
import { bodyLimitBytes, readBody } from './read-body.ts';
import { sendReply } from './send-reply.ts';
import { splitTarget } from './target.ts';

export type ServeDeps = {
  readonly doors: Readonly<Record<ProviderName, Door>>;
  /** Everything that is no provider's: control, health, and the answer to what does not exist. */
  readonly control: (arrival: Arrival, door: string, response: ServerResponse) => void;
  readonly faults: FaultBook;
  readonly journal: Journal;
  readonly clock: { now(): number };
  readonly log: (line: string) => void;
  readonly onAnswer: (answer: GivenAnswer) => void;
};

export function serveRequest(deps: ServeDeps, request: IncomingMessage, response: ServerResponse): void {
  const target = splitTarget(request.url ?? '/');
  readBody(request, (read) => {
    if (read.kind === 'broken') return;
    const method = request.method ?? 'GET';
    if (target === undefined || read.kind === 'too-large') {
      const reply = target === undefined ? brokenPath : tooLarge;
      deps.onAnswer({ method, path: request.url ?? '/', reply });
      sendReply(response, reply);
      return;
    }
    const arrival: Arrival = {
      ...target,
      method,
      headers: request.headers,
      body: read.text,
    };
    if (isProvider(target.door)) serveProvider(deps, target.door, arrival, response);
    else deps.control(arrival, target.door, response);
  });
}

const brokenPath = plainError(400, 'The path holds a broken percent escape.');
const tooLarge = plainError(413, `A body may have up to ${bodyLimitBytes} bytes.`);

function plainError(status: number, message: string): Reply {
  return { status, json: { message } };
}

function serveProvider(
  deps: ServeDeps,
  provider: ProviderName,
  arrival: Arrival,
  response: ServerResponse,
): void {
  const startedAt = performance.now();
  // By the sandbox's clock, as all other times that it tells.
  response.setHeader('date', new Date(deps.clock.now()).toUTCString());
  const visit = deps.doors[provider](arrival);
  const { method, path, query, headers, body } = arrival;
  const account = visit.account?.name;
  const kept = deps.journal.open({
    atMs: deps.clock.now(),
    provider,
    account,
    method,
    path,
    query,
    headers,
    body,
  });
  const fault = deps.faults.take({ provider, account, method, path, body });
  if (fault !== undefined) kept.fault = faultName(fault.then);

  const changes: Change[] = [];
  const ending = endingOf(fault, () => {
    const reply = handleSafely(deps, visit, changes, itemFaultOf(fault));
    deps.onAnswer({ provider, method, path: `/${arrival.segments.join('/')}`, reply });
    return reply;
  });
  if (changes.length > 0) kept.effects = changes.map(effectOf);

  const leave = () => {
    note(kept, ending, startedAt);
    playEnding(response, ending);
  };
  const latencyMs = visit.account?.settings.latencyMs ?? 0;
  const isHeld = fault?.then === 'hold';
  if (isHeld) deps.faults.hold(leave);
  else if (latencyMs === 0) leave();
  else setTimeout(leave, latencyMs);
}

function handleSafely(
  deps: ServeDeps,
  visit: Visit,
  changes: Change[],
  itemFault: ItemFault | undefined,
): Reply {
  try {
    return visit.handle(changes, itemFault);
  } catch (error) {
    deps.log(
      `The sandbox failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return plainError(500, 'The sandbox failed; its log tells why.');
  }
}

function itemFaultOf(fault: Fault | undefined): ItemFault | undefined {
  if (fault === undefined || !isRecordFault(fault.then)) return undefined;
  return { record: fault.match?.record ?? {}, error: fault.then.item };
}

function effectOf({ action, store, record }: Change): Effect {
  return { action, type: store.type, id: record.id };
}

function note(kept: KeptRequest, ending: Ending, startedAt: number): void {
  if ('reply' in ending) kept.status = ending.reply.status;
  kept.tookMs = performance.now() - startedAt;
}
