import type { IncomingHttpHeaders } from 'node:http';
import type { BatchOutcome, Failed, ProviderFault } from '@writ/write-core';
import type { CallLimits, ProviderCall, ProviderConnection } from '../adapter.ts';
import { callSeen } from '../call-seen.ts';
import type { CallEnd, ProviderUsage } from '../pace.ts';
import { parseJson } from './json.ts';
import type { Transport, WireRequest } from './transport.ts';

/** A request as a provider's functions build it: what is the same for all calls is added here. */
export type PathRequest = {
  method: WireRequest['method'];
  /** With the leading slash, below the account's address. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
};

/** An answer as a provider's functions read it; `json` is undefined when the body is no JSON. */
export type ProviderAnswer = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };

type ExchangeCall = CallLimits &
  Pick<ProviderCall, 'pace' | 'onCall'> & { connection: Omit<ProviderConnection, 'account'> };

/** What an answer is read as. */
export type ReadOutcome = { kind: string; faults?: readonly ProviderFault[] } | BatchOutcome;

/** How one kind of request is built, and what its answer means. Both are pure. */
export type RequestKind<Target, Input extends readonly unknown[], Outcome extends ReadOutcome> = {
  build: (target: Target, ...input: Input) => PathRequest;
  read: (answer: ProviderAnswer, ...input: Input) => Outcome;
};

type ExchangeDeps = {
  transport: Transport;
  userAgent: string;
  baseUrl: string;
  /**
   * Present where each account is called at the address that its connection names, if it names one; the others all at
   * `baseUrl`. Says why an address is not called.
   */
  notCalled?: (address: string | undefined) => ProviderFault | undefined;
  readUsage: (headers: IncomingHttpHeaders) => ProviderUsage | undefined;
  /** Header of its answers that names the request, where it has one. */
  correlationHeader?: string;
};

type Exchange = ReturnType<typeof createExchange>;

/**
 * The part of a call that is the same for every operation and every provider: waits for the account's pace, sends one
 * request with its token and hands the answer to `read`.
 */
export function createExchange(deps: ExchangeDeps) {
  const { transport, userAgent, baseUrl, notCalled, readUsage, correlationHeader = '' } = deps;
  return async <Outcome extends ReadOutcome>(
    call: ExchangeCall,
    { method, path, headers, json }: PathRequest,
    read: (answer: ProviderAnswer) => Outcome,
  ): Promise<Outcome | Failed> => {
    const { accessToken, baseUrl: ownUrl } = call.connection;
    const refusal = notCalled?.(ownUrl);
    if (refusal) return { kind: 'failed', faults: [refusal] };
    // Where all accounts are called at one address nobody has checked what else a connection names.
    const address = splitUrl((notCalled && ownUrl) ?? baseUrl);
    const request: WireRequest = {
      origin: address.origin,
      method,
      path: address.path + path,
      headers: {
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': userAgent,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
    const permission = await call.pace?.begin();
    if (permission?.kind === 'stop') return { kind: 'failed', faults: [permission.fault] };
    const delivery = await transport.send(request, call);
    if (delivery.kind === 'failed') {
      call.onCall?.(callSeen(request));
      permission?.ended({ answered: false, faults: [delivery.fault], recordFaults: [] });
      return { kind: 'failed', faults: [delivery.fault] };
    }
    const { status, headers: told } = delivery.answer;
    const id = told[correlationHeader];
    const correlationId = typeof id === 'string' ? withoutSecret(id, accessToken) : id;
    call.onCall?.(callSeen(request, { status, correlationId }));
    let end: CallEnd = unreadable;
    try {
      const outcome = read(readable(delivery.answer, [accessToken]));
      const usage = readUsage(delivery.answer.headers);
      end = { answered: true, ...faultsOf(outcome), ...(usage && { usage }) };
      return outcome;
    } finally {
      permission?.ended(end);
    }
  };
}

/** An answer that our own code failed at says nothing about the account; its call is over all the same. */
const unreadable: CallEnd = { answered: false, faults: [], recordFaults: [] };

/** Makes of a kind of request the function of an adapter that performs it. */
export const performing =
  <Target>(exchange: Exchange, targetOf: (call: ProviderCall) => Target) =>
  <Input extends readonly unknown[], Outcome extends ReadOutcome>({
    build,
    read,
  }: RequestKind<Target, Input, Outcome>) =>
  (call: ProviderCall, ...input: Input) =>
    exchange(call, build(targetOf(call), ...input), (answer) => read(answer, ...input));

/**
 * The answer with its body parsed. One that repeats one of the secrets loses it, before anyone can quote it: answers of
 * success, too, hold what is said of single records.
 */
export function readable(
  { status, headers, text }: Omit<ProviderAnswer, 'json'>,
  secrets: readonly string[],
): ProviderAnswer {
  const safe = secrets.reduce(withoutSecret, text);
  return { status, headers, text: safe, json: parseJson(safe) };
}

/** Origin and path of an address, without a closing slash. */
export function splitUrl(url: string): { origin: string; path: string } {
  const at = url.indexOf('/', url.indexOf('://') + 3);
  if (at === -1) return { origin: url, path: '' };
  return { origin: url.slice(0, at), path: url.slice(at).replace(/\/+$/, '') };
}

function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '[token]');
}

/** What the call failed for as a whole, and what single records of it did. */
function faultsOf(outcome: ReadOutcome): Pick<CallEnd, 'faults' | 'recordFaults'> {
  if (!('records' in outcome && 'errors' in outcome)) {
    return { faults: 'faults' in outcome ? (outcome.faults ?? []) : [], recordFaults: [] };
  }
  const recordFaults = outcome.records.flatMap((record) => (record.kind === 'failed' ? record.faults : []));
  return { faults: [], recordFaults: [...recordFaults, ...outcome.errors] };
}
