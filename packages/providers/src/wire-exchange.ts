import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { CallLimits } from './adapter.ts';
import type { Delivery } from './transport.ts';
import { CallEnded, transportFault } from './transport-fault.ts';

const largestAnswerBytes = 10 * 1024 * 1024;

/**
 * One request on its way, as undici reports it. Calls `end` exactly once. Only undici's handler interface tells whether
 * the first byte of the request may have left.
 */
export class WireExchange implements Dispatcher.DispatchHandler {
  ended = false;
  readonly #signal: AbortSignal;
  readonly #end: (delivery: Delivery) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor({ signal, timeoutMs }: CallLimits, end: (delivery: Delivery) => void) {
    this.#signal = signal;
    this.#end = end;
    this.#timer = setTimeout(() => this.#stop(new CallEnded('timeout')), timeoutMs);
    if (signal.aborted) this.#stop(new CallEnded('stopped'));
    else signal.addEventListener('abort', this.#stopped);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Ended while it waited for a connection: throwing takes it off the queue and leaves the connection alone.
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
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, headers: this.#headers, text: bytes.toString() };
    this.#finish({ kind: 'answered', answer });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#finish({ kind: 'failed', fault: transportFault(error, this.#controller !== undefined) });
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

/** What `AbortSignal.timeout` aborts with. */
const isTimeout = ({ reason }: AbortSignal): boolean =>
  (reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
