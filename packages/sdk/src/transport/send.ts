import { WritNetworkError, WritOutcomeUnknown, WritProblem } from '../errors.ts';
import { readAnswer, type Answered } from './read-answer.ts';
import { systemRuntime, unlessAborted, type Runtime } from './runtime.ts';
import type { CallOptions, WritSettings } from './settings.ts';
import { toJson } from './to-json.ts';
import { wasUnsent } from './was-unsent.ts';

export type Outgoing = {
  host: 'management' | 'write';
  method: string;
  /** Below `/v1`. */
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  idempotencyKey?: string;
  options?: CallOptions | undefined;
};

/** Repeats a request while that is safe and may help. */
export type Send = (outgoing: Outgoing) => Promise<Answered>;

type Failure = WritProblem | WritNetworkError;

const attemptMsUsually = 40_000;
const totalMsUsually = 120_000;
/** One and a half attempts. */
const silentMsUsually = 60_000;
const firstWaitMs = 200;
const longestWaitMs = 20_000;
const longestTimerMs = 2 ** 31 - 1;

/**
 * Creates the function of all calls. It repeats a request if the answer is `retryable`, not before its
 * `retryAfter`; and after a network error if the request is a safe GET or has an idempotency key.
 * @throws TypeError for an invalid address; the function WritProblem, WritNetworkError, errors of `token`, or
 * the signal's reason, and WritOutcomeUnknown for a write that may have been done
 */
export function createSend(settings: WritSettings): Send & { runtime: Runtime; totalMs: number } {
  checkAddresses(settings);
  const runtime = { ...systemRuntime, ...settings.runtime };
  const totalMs = settings.totalMs ?? totalMsUsually;

  const send: Send = async (outgoing) => {
    const { options = {}, idempotencyKey } = outgoing;
    const begunAt = runtime.now();
    const endsAt = begunAt + (options.totalMs ?? totalMs);
    const limits = {
      refused: options.refusedMs ?? settings.refusedMs ?? Infinity,
      silent: options.silentMs ?? settings.silentMs ?? silentMsUsually,
    };
    const request = requestOf(outgoing, settings);
    const repeats = repeatsOf(outgoing);
    // A later refusal does not disprove that an earlier attempt has written.
    let mayHaveWritten = false;
    let gone: { how: keyof typeof limits; since: number } | undefined;
    for (let attempts = 1; ; attempts += 1) {
      options.signal?.throwIfAborted();
      const triedAt = runtime.now();
      const latest = gone?.how === 'silent' ? Math.min(endsAt, gone.since + limits.silent) : endsAt;
      const tried = await tryOnce(request, settings, runtime, options, latest).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        throw ending(error, mayHaveWritten, idempotencyKey);
      });
      if (!(tried instanceof Error)) return tried;
      const how = howGone(tried);
      mayHaveWritten ||= tried instanceof WritProblem ? saysUnknown(tried) : how !== 'refused';
      if (how !== gone?.how) gone = how && { how, since: triedAt };
      const until = gone === undefined ? endsAt : Math.min(endsAt, gone.since + limits[gone.how]);
      const wait = waitBefore(tried, attempts, runtime);
      if (!repeats(tried) || runtime.now() + wait >= until) {
        const last = withAttempts(tried, attempts, runtime.now() - begunAt);
        throw ending(last, isUnknown(tried, mayHaveWritten), idempotencyKey);
      }
      await runtime.sleep(wait, options.signal);
    }
  };
  return Object.assign(send, { runtime, totalMs });
}

/** `fetch` would report the address at the first call, without its name. */
function checkAddresses(settings: WritSettings): void {
  const wrong = (['managementUrl', 'writeUrl'] as const).filter((name) => !isAddress(settings[name]));
  if (wrong.length === 0) return;
  const which = wrong.map((name) => `\`${name}\` is ${settings[name]}`).join(', ');
  throw new TypeError(`${which}: an address that begins with http:// or https:// is needed.`);
}

const isAddress = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** A key is not rotated again after a 503, which may come late: a destination has few keys. */
function repeatsOf({ method, path, query, idempotencyKey }: Outgoing): (failure: Failure) => boolean {
  const rotates = query?.['rotate'] === true || path.endsWith(':rotate-secret');
  const isSafe = method === 'GET' && !rotates && query?.['refresh'] !== 'force';
  return (failure) =>
    failure instanceof WritProblem
      ? failure.retryable && !(rotates && failure.status === 503)
      : isSafe || idempotencyKey !== undefined;
}

const howGone = (failure: Failure): 'refused' | 'silent' | undefined => {
  if (failure instanceof WritProblem) return undefined;
  return failure.isUnsent ? 'refused' : failure.isSilent ? 'silent' : undefined;
};

function withAttempts(failure: Failure, attempts: number, ms: number): Failure {
  if (failure instanceof WritProblem || attempts === 1) return failure;
  const { message, cause, isUnsent, isSilent } = failure;
  const about = `${message}, at attempt ${attempts} after ${timeOf(ms)}`;
  return new WritNetworkError(about, { cause, isUnsent, isSilent });
}

const timeOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

const ending = (error: unknown, isUnknown: boolean, idempotencyKey: string | undefined): unknown =>
  isUnknown && idempotencyKey !== undefined ? new WritOutcomeUnknown(idempotencyKey, error) : error;

const saysUnknown = ({ problem }: WritProblem): boolean => problem.context?.['outcome'] === 'unknown';

/** Considers all attempts. */
const isUnknown = (failure: Failure, mayHaveWritten: boolean): boolean => {
  if (failure instanceof WritNetworkError) return mayHaveWritten;
  // A bug may come before or after the write.
  if (failure.status === 500 || saysUnknown(failure) || unknownKinds.includes(failure.kind)) return true;
  return mayHaveWritten && (failure.retryable || judgedBeforeKeys.includes(failure.status));
};

/** The first request with the key has no answer yet. */
const unknownKinds = ['outcome-unknown', 'request-running'];

/** Checked before keys, so these say nothing about an earlier attempt. */
const judgedBeforeKeys = [401, 403, 404];

/** Exponential with full jitter, not earlier than the service asks. */
function waitBefore(failure: Failure, attempts: number, runtime: Runtime): number {
  const backoff = runtime.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts, 10));
  return Math.max(backoff, failure instanceof WritProblem ? (failure.retryAfterMs ?? 0) : 0);
}

type Request = { url: string; method: string; headers: Record<string, string>; body?: string };

function requestOf(outgoing: Outgoing, settings: WritSettings): Request {
  const { host, path, query, body, method, idempotencyKey, options } = outgoing;
  const base = (host === 'write' ? settings.writeUrl : settings.managementUrl).replace(/\/+$/, '');
  return {
    url: `${base}${path}${queryText(query)}`,
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...options?.headers,
    },
    ...(body !== undefined && { body: toJson(body) }),
  };
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    ([value].flat() as (string | number | boolean | undefined)[])
      .filter((each) => each !== undefined)
      .map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Returns failures. Throws errors of `token` and the signal's reason. */
async function tryOnce(
  { url, headers, ...request }: Request,
  settings: WritSettings,
  runtime: Runtime,
  options: CallOptions,
  endsAt: number,
): Promise<Answered | Failure> {
  const ownMs = options.attemptMs ?? settings.attemptMs ?? attemptMsUsually;
  const limitMs = Math.min(longestTimerMs, Math.max(1, Math.ceil(Math.min(ownMs, endsAt - runtime.now()))));
  const limit = AbortSignal.timeout(limitMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
  const credential = await unlessAborted(credentialOf(settings), signal).catch((error: unknown) => {
    throw limit.aborted && error === limit.reason
      ? new WritNetworkError(`No token within ${timeOf(limitMs)}.`)
      : error;
  });
  try {
    const allHeaders = { ...headers, ...credential };
    const answer = await runtime.fetch(url, { ...request, headers: allHeaders, signal, redirect: 'manual' });
    return readAnswer(answer, await answer.text(), runtime.now());
  } catch (cause) {
    options.signal?.throwIfAborted();
    const isSilent = limit.aborted;
    const why = isSilent ? `nothing within ${timeOf(limitMs)}` : messageOf(cause);
    const isUnsent = wasUnsent(cause);
    return new WritNetworkError(`No answer from ${url}: ${why}`, { cause, isUnsent, isSilent });
  }
}

async function credentialOf({ session, token, apiKey = '' }: WritSettings): Promise<Record<string, string>> {
  if (session) return { 'X-Writ-Console': '1' };
  if (token === undefined) return { 'X-Api-Key': apiKey };
  return { Authorization: `Bearer ${typeof token === 'function' ? await token() : token}` };
}

/** The reason is in the cause. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return reason === '' ? error.message : `${error.message} (${reason})`;
};
