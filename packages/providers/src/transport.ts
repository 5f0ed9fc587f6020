import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderFault } from '@writ/write-core';
import { Agent } from 'undici';
import type { CallLimits } from './adapter.ts';
import { WireExchange } from './wire-exchange.ts';

export type WireRequest = {
  origin: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

type WireAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Either an answer, whatever its status, or the reason why there is none. */
export type Delivery = { kind: 'answered'; answer: WireAnswer } | { kind: 'failed'; fault: ProviderFault };

export type Transport = {
  send(request: WireRequest, limits: CallLimits): Promise<Delivery>;
  close(): Promise<void>;
};

const connectTimeoutMs = 5_000;
const keepAliveMs = 30_000;

/**
 * The one way out to providers: a pool of kept connections per origin. It follows no redirect, repeats nothing, and
 * never throws for what happens on the way. `timeoutMs` covers all of a call: waiting for a connection, connecting,
 * and an answer that comes byte by byte.
 */
export function createTransport(options: { connectionsPerOrigin: number }): Transport {
  const agent = new Agent({
    connections: options.connectionsPerOrigin,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    // A connection that breaks then costs one call its answer, not all that share it.
    allowH2: false,
    // Every call has a deadline over all of it, which these would only cut into parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send(request, limits) {
      return new Promise((resolve) => {
        const exchange = new WireExchange(limits, resolve);
        if (!exchange.ended) agent.dispatch(request, exchange);
      });
    },
    close: () => agent.destroy(),
  };
}
