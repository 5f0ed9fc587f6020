import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderFault } from '@writ/write-core';
import type { CallLimits, ProviderCall, ProviderConnection } from './adapter.ts';
import { parseJson } from './json.ts';
import type { Transport, WireRequest } from './transport.ts';
import type { ProviderUsage } from './usage.ts';

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
  Pick<ProviderCall, 'onUsage'> & { connection: Omit<ProviderConnection, 'account'> };

/** Sends one request with the account's token and hands the answer to `read`. */
export type Exchange = <Outcome>(
  call: ExchangeCall,
  request: PathRequest,
  read: (answer: ProviderAnswer) => Outcome,
) => Promise<Outcome | { kind: 'failed'; faults: readonly [ProviderFault] }>;

type ExchangeDeps = {
  transport: Transport;
  userAgent: string;
  baseUrl: string;
  readUsage: (headers: IncomingHttpHeaders) => ProviderUsage | undefined;
};

/** The part of a call that is the same for every operation and every provider. */
export function createExchange({ transport, userAgent, baseUrl, readUsage }: ExchangeDeps): Exchange {
  return async (call, { method, path, headers, json }, read) => {
    const { accessToken } = call.connection;
    const address = splitUrl(call.connection.baseUrl ?? baseUrl);
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
    const delivery = await transport.send(request, call);
    if (delivery.kind === 'failed') return { kind: 'failed', faults: [delivery.fault] };
    if (call.onUsage) tellUsage(call.onUsage, readUsage(delivery.answer.headers));
    return read(readable(delivery.answer, [accessToken]));
  };
}

/** The answer with its body parsed. A refusal that repeats one of the secrets loses it, before anyone can quote it. */
export function readable(
  { status, headers, text }: Omit<ProviderAnswer, 'json'>,
  secrets: readonly string[],
): ProviderAnswer {
  const safe = status < 300 ? text : secrets.reduce(withoutSecret, text);
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

function tellUsage(onUsage: (usage: ProviderUsage) => void, usage: ProviderUsage | undefined): void {
  if (usage !== undefined) onUsage(usage);
}
