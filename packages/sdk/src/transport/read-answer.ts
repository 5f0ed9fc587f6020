import { WritNetworkError, WritProblem, type ProblemDetails } from '../errors.ts';

export type Answered = { status: number; headers: Headers; body: unknown };

/** The answer may also be of a proxy. */
export function readAnswer(
  { status, ok, headers }: Response,
  text: string,
  now: number,
): Answered | WritProblem | WritNetworkError {
  const isText = /^(text\/plain|application\/x-ndjson)\b/.test(headers.get('content-type') ?? '');
  const body = isText ? text : jsonOf(text);
  if (ok && (text === '' || body !== undefined)) return { status, headers, body };
  if (isProblem(body)) return new WritProblem(body, retryAfterMsOf(body, headers, now));
  const excerpt = text.slice(0, 200);
  return new WritNetworkError(`The answer of status ${status} is not from the service: ${excerpt}`);
}

/** The header needs no right clock here. Of several, by proxies, the longest counts. */
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
