import { WritNetworkError, WritProblem, type ProblemDetails } from '../errors.ts';

/** An answer that is no problem. `body` is undefined where there is none. */
export type Answered = { status: number; headers: Headers; body: unknown };

/** Reads an answer of the service, or of something before it that answers in its place. */
export function readAnswer(
  { status, ok, headers }: Response,
  text: string,
  now: number,
): Answered | WritProblem | WritNetworkError {
  const isText = headers.get('content-type')?.startsWith('text/plain') === true;
  const body = isText ? text : jsonOf(text);
  if (ok && (text === '' || body !== undefined)) return { status, headers, body };
  if (isProblem(body)) return new WritProblem(body, retryAfterMsOf(body, headers, now));
  return new WritNetworkError(
    `The answer, of status ${status}, is none of the service's: ${text.slice(0, 200)}`,
  );
}

/** The header counts seconds, so that it needs no clock of ours to be right; of several, which a proxy may add, the longest counts. */
function retryAfterMsOf({ retryAfter }: ProblemDetails, headers: Headers, now: number): number | undefined {
  const waits = (headers.get('retry-after') ?? '').split(',').filter((wait) => /\d/.test(wait));
  const seconds = Math.max(...waits.map(Number).filter(Number.isFinite));
  if (Number.isFinite(seconds)) return seconds * 1000;
  return retryAfter === undefined ? undefined : Math.max(0, Date.parse(retryAfter) - now);
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isProblem = (body: unknown): body is ProblemDetails =>
  typeof body === 'object' && body !== null && 'type' in body && 'title' in body && 'status' in body;
