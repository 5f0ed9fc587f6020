import { WritNetworkError, WritOutcomeUnknown, WritProblem } from '../errors.ts';
import { readAnswer, type Answered } from './read-answer.ts';
import { systemRuntime, type Runtime } from './runtime.ts';
import type { CallOptions, WritSettings } from './settings.ts';
import { toJson } from './to-json.ts';
import { wasUnsent } from './was-unsent.ts';

/** A request, once it is known where it goes. */
export type Outgoing = {
  host: 'management' | 'write';
  method: string;
  /** Below `/v1`. */
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  /** Makes a write safe to repeat. */
  idempotencyKey?: string;
  options?: CallOptions | undefined;
};

/** Sends a request as often as it is safe and may help, within its limits. */
export type Send = (outgoing: Outgoing) => Promise<Answered>;

const attemptMsUsually = 40_000;
const totalMsUsually = 120_000;
/** A whole try, since a write may take it, and half of another one. */
const silentMsUsually = 60_000;
const firstWaitMs = 200;
const longestWaitMs = 20_000;
/** Timers take no fractions and nothing longer. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Makes the one function that all calls go through. A request is repeated where the answer says `retryable`, not before
 * its `retryAfter`; and after a fault of the network where it is a GET that changes nothing or has a key. One that rotates
 * a signing key is not repeated after a 503 either.
 *
 * @throws TypeError for an address that is none. The function: WritProblem, WritNetworkError, and what a `token` function throws; of a write that may have been done
 * WritOutcomeUnknown in their place; and the reason of the caller's signal.
 */
export function createSend(settings: WritSettings): Send & { runtime: Runtime; totalMs: number } {
  mustBeAddresses(settings);
  const runtime = { ...systemRuntime, ...settings.runtime };
  const totalMs = settings.totalMs ?? totalMsUsually;

  const send: Send = async (outgoing) => {
    const { options = {}, method, idempotencyKey } = outgoing;
    const endsAt = runtime.now() + (options.totalMs ?? totalMs);
    const limits = {
      refused: options.refusedMs ?? settings.refusedMs ?? Number.POSITIVE_INFINITY,
      silent: options.silentMs ?? settings.silentMs ?? silentMsUsually,
    };
    const request = requestOf(outgoing, settings);
    // A destination has few signing keys, and one may have been made also where 503 is answered.
    const rotates = outgoing.query?.['rotate'] === true || outgoing.path.endsWith(':rotate-secret');
    const changes = rotates || outgoing.query?.['refresh'] === 'force';
    const mayRepeat = (method === 'GET' && !changes) || idempotencyKey !== undefined;
    // A try that got no answer may have written; a later one that is refused does not take that back.
    let mayHaveWritten = false;
    const begunAt = runtime.now();
    let gone: { how: keyof typeof limits; since: number } | undefined;
    for (let tries = 1; ; tries += 1) {
      options.signal?.throwIfAborted();
      const triedAt = runtime.now();
      const lastly = Math.min(endsAt, gone?.how === 'silent' ? gone.since + limits.silent : endsAt);
      const tried = await tryOnce(request, settings, runtime, options, lastly).catch((fault: unknown) => {
        options.signal?.throwIfAborted();
        throw ending(fault, mayHaveWritten, idempotencyKey);
      });
      if (!(tried instanceof Error)) return tried;
      const how = howGone(tried);
      mayHaveWritten ||=
        tried instanceof WritNetworkError
          ? how !== 'refused'
          : tried.problem.context?.['outcome'] === 'unknown';
      if (how !== gone?.how) gone = how && { how, since: triedAt };
      const until = gone === undefined ? endsAt : Math.min(endsAt, gone.since + limits[gone.how]);
      const wait = waitBefore(tried, tries, runtime);
      const again =
        tried instanceof WritProblem ? tried.retryable && !(rotates && tried.status === 503) : mayRepeat;
      if (!again || runtime.now() + wait >= until) {
        const told = withTries(tried, tries, runtime.now() - begunAt);
        throw ending(told, isUnknown(tried, mayHaveWritten), idempotencyKey);
      }
      await runtime.sleep(wait, options.signal);
    }
  };
  return Object.assign(send, { runtime, totalMs });
}

/** Told when the client is made: `fetch` tells of an address only that it is wrong, at the first call, which was then a write. */
function mustBeAddresses(settings: WritSettings): void {
  const wrong = (['managementUrl', 'writeUrl'] as const).filter((name) => !isAddress(settings[name]));
  if (wrong.length === 0) return;
  const told = wrong.map((name) => `\`${name}\` is ${settings[name]}`).join(', ');
  throw new TypeError(`${told}: an address that begins with http:// or https:// is needed.`);
}

const isAddress = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** How the host is not there: nobody takes connections, or nobody answers. */
const howGone = (fault: WritProblem | WritNetworkError): 'refused' | 'silent' | undefined => {
  if (fault instanceof WritProblem) return undefined;
  return fault.isUnsent ? 'refused' : fault.isSilent ? 'silent' : undefined;
};

/** The last try alone says too little of a host that was asked for long. */
function withTries(
  fault: WritProblem | WritNetworkError,
  tries: number,
  ms: number,
): WritProblem | WritNetworkError {
  if (fault instanceof WritProblem || tries === 1) return fault;
  const { message, cause, isUnsent, isSilent } = fault;
  return new WritNetworkError(`${message}, at try ${tries} after ${timeOf(ms)}`, {
    cause,
    isUnsent,
    isSilent,
  });
}

const timeOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

/** What a call ends with: where nobody knows whether it was written, the fault is no more than the cause. */
const ending = (fault: unknown, isUnknown: boolean, idempotencyKey: string | undefined): unknown =>
  isUnknown && idempotencyKey !== undefined ? new WritOutcomeUnknown(idempotencyKey, fault) : fault;

/**
 * Whether it may have been written: something was sent and no answer came, the answer says so, or it only tells that
 * nothing can be told yet. A bug of the service shows at any moment, before the write or after it.
 */
const isUnknown = (fault: WritProblem | WritNetworkError, mayHaveWritten: boolean): boolean => {
  if (fault instanceof WritNetworkError) return mayHaveWritten;
  if (fault.status === 500) return true;
  if (fault.problem.context?.['outcome'] === 'unknown' || unknownKinds.includes(fault.kind)) return true;
  return mayHaveWritten && (fault.retryable || judgedBeforeKeys.includes(fault.status));
};

/** The first request with the key has no answer, or none yet. */
const unknownKinds = ['outcome-unknown', 'request-running'];

/** Statuses that say nothing about an earlier try, since the service looks at keys of writes only afterwards. */
const judgedBeforeKeys = [401, 403, 404];

/** Exponential with full jitter, and never earlier than the service asks. */
function waitBefore(fault: WritProblem | WritNetworkError, tries: number, runtime: Runtime): number {
  const backoff = runtime.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
  return Math.max(backoff, fault instanceof WritProblem ? (fault.retryAfterMs ?? 0) : 0);
}

type Request = { url: string; method: string; headers: Record<string, string>; body?: string };

function requestOf({ host, path, query, body, method, ...rest }: Outgoing, settings: WritSettings): Request {
  const base = (host === 'write' ? settings.writeUrl : settings.managementUrl).replace(/\/+$/, '');
  return {
    url: `${base}${path}${queryText(query)}`,
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(rest.idempotencyKey !== undefined && { 'Idempotency-Key': rest.idempotencyKey }),
      ...rest.options?.headers,
    },
    ...(body !== undefined && { body: toJson(body) }),
  };
}

/** Members without a value are left out; of a list each entry is a parameter. */
function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** One try, in its limit of time. That there is no token, or the caller's signal, is thrown; what may be repeated is given. */
async function tryOnce(
  { url, headers, ...request }: Request,
  settings: WritSettings,
  runtime: Runtime,
  options: CallOptions,
  endsAt: number,
): Promise<Answered | WritProblem | WritNetworkError> {
  const ownMs = options.attemptMs ?? settings.attemptMs ?? attemptMsUsually;
  const limitMs = Math.min(longestTimerMs, Math.max(1, Math.ceil(Math.min(ownMs, endsAt - runtime.now()))));
  const limit = AbortSignal.timeout(limitMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
  const credential = await unlessAborted(credentialOf(settings), signal).catch((fault: unknown) => {
    throw limit.aborted && fault === limit.reason
      ? new WritNetworkError(`No token within ${timeOf(limitMs)}.`)
      : fault;
  });
  try {
    const answer = await runtime.fetch(url, {
      ...request,
      headers: { ...headers, ...credential },
      signal,
      redirect: 'manual',
    });
    return readAnswer(answer, await answer.text(), runtime.now());
  } catch (cause) {
    options.signal?.throwIfAborted();
    const isSilent = limit.aborted;
    const why = isSilent ? `nothing within ${timeOf(limitMs)}` : messageOf(cause);
    return new WritNetworkError(`No answer from ${url}: ${why}`, {
      cause,
      isUnsent: wasUnsent(cause),
      isSilent,
    });
  }
}

async function credentialOf({ session, token, apiKey = '' }: WritSettings): Promise<Record<string, string>> {
  if (session) return { 'X-Writ-Console': '1' };
  if (token === undefined) return { 'X-Api-Key': apiKey };
  return { Authorization: `Bearer ${typeof token === 'function' ? await token() : token}` };
}

/** The same, but that it rejects with the signal's reason as soon as that is aborted. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // The signal's own reason, whatever it is.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** fetch says no more than that it failed; its cause says why. */
const messageOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  const { cause } = fault;
  const reason = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return reason === '' ? fault.message : `${fault.message} (${reason})`;
};
