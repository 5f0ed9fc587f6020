import type { IncomingHttpHeaders } from 'node:http';
import { collectBytes, describeStep, inSpan, SpanKind, type OutgoingProxy } from '@writ/service-kit';
import type { ProviderFault } from '@writ/write-core';
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import type { CallLimits } from '../adapter.ts';
import { CallEnded, transportFault, wasCutOff } from './transport-fault.ts';

export type WireRequest = {
  origin: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

type WireAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

type Delivery = { kind: 'answered'; answer: WireAnswer } | { kind: 'failed'; fault: ProviderFault };

export type Transport = ReturnType<typeof createTransport>;

const userAgent = 'writ';
const connectTimeoutMs = 5_000;
const keepAliveMs = 30_000;
const largestAnswerBytes = 10 * 1024 * 1024;

/**
 * Sends requests over a pool of kept connections per origin. Follows no redirect. Retries once, only a
 * request that the first connection did not take whole. Never throws for network failures. `timeoutMs`
 * includes waiting for a connection.
 */
export function createTransport({
  connectionsPerOrigin,
  proxy,
}: {
  connectionsPerOrigin: number;
  proxy?: OutgoingProxy | undefined;
}) {
  const options = {
    connections: connectionsPerOrigin,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    // A broken connection then costs one call, not all that share it.
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = proxy
    ? new EnvHttpProxyAgent({ ...options, ...proxy, httpProxy: '', connectTimeout: connectTimeoutMs })
    : new Agent(options);
  return {
    send(request: WireRequest, limits: CallLimits): Promise<Delivery> {
      return inSpan(request.method, callSpan(request), () =>
        new Promise<Delivery>((resolve) => {
          const headers = { ...request.headers, 'user-agent': userAgent };
          const dispatch = (exchange: WireExchange): void =>
            void agent.dispatch({ ...request, headers }, exchange);
          const exchange = new WireExchange(limits, { end: resolve, again: dispatch });
          if (!exchange.ended) dispatch(exchange);
        }).then(described),
      );
    },
    close: (): Promise<void> => agent.destroy(),
  };
}

/** Without the path, which may hold an email (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). */
const callSpan = ({ method, origin }: WireRequest) => {
  const [, scheme, host = '', port] = /^(https?):\/\/(.*?)(?::(\d+))?$/.exec(origin) ?? [];
  const attributes = {
    'http.request.method': method,
    'server.address': host,
    'server.port': Number(port ?? (scheme === 'http' ? 80 : 443)),
  };
  return { kind: SpanKind.CLIENT, attributes };
};

function described(delivery: Delivery): Delivery {
  if (delivery.kind === 'failed') describeStep({ 'error.type': delivery.fault.kind });
  else {
    const { status } = delivery.answer;
    const error = status >= 400 && { 'error.type': String(status) };
    describeStep({ 'http.response.status_code': status, ...error });
  }
  return delivery;
}

/**
 * One request; calls `end` exactly once, and `again` at most once before. undici's handler interface shows
 * whether the first byte may have left.
 */
class WireExchange implements Dispatcher.DispatchHandler {
  ended = false;
  readonly #signal: AbortSignal;
  readonly #mayBegin: CallLimits['mayBegin'];
  readonly #end: (delivery: Delivery) => void;
  #again: ((exchange: WireExchange) => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #collected = collectBytes();
  #bytes = 0;

  constructor(
    { signal, timeoutMs, mayBegin }: CallLimits,
    { end, again }: { end: (delivery: Delivery) => void; again: (exchange: WireExchange) => void },
  ) {
    this.#signal = signal;
    this.#mayBegin = mayBegin;
    this.#end = end;
    this.#again = again;
    this.#timer = setTimeout(() => this.#stop(new CallEnded('timeout')), timeoutMs);
    if (signal.aborted) this.#stop(new CallEnded('stopped'));
    else signal.addEventListener('abort', this.#stopped);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A process that was frozen meanwhile gets here before its timers fire.
    if (this.#mayBegin?.() === false) this.#stop(new CallEnded('stopped'));
    // Throwing takes it off the queue and keeps the connection.
    if (this.ended) throw new CallEnded('stopped');
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > largestAnswerBytes) this.#stop(new CallEnded('too-large'));
    else this.#collected.add(chunk);
  }

  onResponseEnd(): void {
    const answer = {
      status: this.#status,
      headers: this.#headers,
      text: this.#collected.joined().toString(),
    };
    this.#finish({ kind: 'answered', answer });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const isCutOff = wasCutOff(error);
    const again = this.#again;
    if (isCutOff && !this.ended && again && this.#status === 0) {
      this.#again = undefined;
      this.#controller = undefined;
      again(this);
      return;
    }
    const began = this.#controller !== undefined && !isCutOff;
    this.#finish({ kind: 'failed', fault: transportFault(error, began) });
  }

  #stopped = (): void => this.#stop(new CallEnded(isTimeout(this.#signal) ? 'timeout' : 'stopped'));

  #stop(error: CallEnded): void {
    const controller = this.#controller;
    this.onResponseError(controller, error);
    controller?.abort(error);
  }

  #finish(delivery: Delivery): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#stopped);
    this.#end(delivery);
  }
}

const isTimeout = ({ reason }: AbortSignal): boolean =>
  (reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
