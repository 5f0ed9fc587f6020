import type { IncomingHttpHeaders } from 'node:http';
import type { BatchOutcome, Failed, ProviderFault } from '@writ/write-core';
import type { CallLimits, ProviderCall, ProviderConnection } from '../adapter.ts';
import { callSeen } from '../call-seen.ts';
import type { CallEnd, ProviderUsage } from '../pace.ts';
import { parseJson } from './json.ts';
import type { Transport, WireRequest } from './transport.ts';

/** Relative to the account's address, without the headers that all calls share. */
export type PathRequest = {
  method: WireRequest['method'];
  /** With a leading slash. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
};

/** `json` is undefined if the body is no JSON. */
export type ProviderAnswer = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };

type ExchangeCall = CallLimits &
  Pick<ProviderCall, 'pace' | 'onCall'> & { connection: Omit<ProviderConnection, 'account'> };

export type ReadOutcome = { kind: string; faults?: readonly ProviderFault[] } | BatchOutcome;

/** Builds one kind of request and reads its answer; both functions are pure. */
export type RequestKind<Target, Input extends readonly unknown[], Outcome extends ReadOutcome> = {
  build: (target: Target, ...input: Input) => PathRequest;
  read: (answer: ProviderAnswer, ...input: Input) => Outcome;
};

type ExchangeDeps = {
  transport: Transport;
  baseUrl: string;
  /** Present if connections name their own addresses: why one is not called. */
  notCalled?: (address: string | undefined) => ProviderFault | undefined;
  readUsage: (headers: IncomingHttpHeaders) => ProviderUsage | undefined;
  /** Header with the provider's id of a request. */
  correlationHeader?: string;
};

type Exchange = ReturnType<typeof createExchange>;

/** Waits for the account's permit, sends one request with its token, and hands the answer to `read`. */
export function createExchange(deps: ExchangeDeps) {
  const { transport, baseUrl, notCalled, readUsage, correlationHeader = '' } = deps;
  return async <Outcome extends ReadOutcome>(
    call: ExchangeCall,
    { method, path, headers, json }: PathRequest,
    read: (answer: ProviderAnswer) => Outcome,
  ): Promise<Outcome | Failed> => {
    const { accessToken, baseUrl: ownUrl } = call.connection;
    const refusal = notCalled?.(ownUrl);
    if (refusal) return { kind: 'failed', faults: [refusal] };
    // Without account addresses the address of a connection is unchecked.
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

/** Our own code failed at the answer: that says nothing about the account. */
const unreadable: CallEnd = { answered: false, faults: [], recordFaults: [] };

export const performing =
  <Target>(exchange: Exchange, targetOf: (call: ProviderCall) => Target) =>
  <Input extends readonly unknown[], Outcome extends ReadOutcome>({
    build,
    read,
  }: RequestKind<Target, Input, Outcome>) =>
  (call: ProviderCall, ...input: Input) =>
    exchange(call, build(targetOf(call), ...input), (answer) => read(answer, ...input));

/** Parses the body. Removes the secrets first: single records of a success may quote them. */
export function readable(
  { status, headers, text }: Omit<ProviderAnswer, 'json'>,
  secrets: readonly string[],
): ProviderAnswer {
  const safe = secrets.reduce(withoutSecret, text);
  return { status, headers, text: safe, json: parseJson(safe) };
}

export function splitUrl(url: string): { origin: string; path: string } {
  const at = url.indexOf('/', url.indexOf('://') + 3);
  if (at === -1) return { origin: url, path: '' };
  return { origin: url.slice(0, at), path: url.slice(at).replace(/\/+$/, '') };
}

function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '[token]');
}

function faultsOf(outcome: ReadOutcome): Pick<CallEnd, 'faults' | 'recordFaults'> {
  if (!('records' in outcome && 'errors' in outcome)) {
    return { faults: 'faults' in outcome ? (outcome.faults ?? []) : [], recordFaults: [] };
  }
  const recordFaults = outcome.records.flatMap((record) => (record.kind === 'failed' ? record.faults : []));
  return { faults: [], recordFaults: [...recordFaults, ...outcome.errors] };
}
