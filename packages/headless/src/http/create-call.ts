import { isTree } from '../config/tree.ts';
import { WritNetworkError, WritProblem } from '../errors.ts';
import type { Problem } from '../types.ts';
import type { TokenSource } from './token-source.ts';
import { within } from './within.ts';

type Sent = { body?: object; headers?: Record<string, string> };

/** @throws WritProblem, WritTokenError, WritNetworkError */
export type Call = <Answer>(method: string, path: string, sent?: Sent) => Promise<Answer>;

export type Transport = { fetch: typeof fetch; timeoutMs: number };

/** @param credential a key, or a source of tokens: after a 401 a request is repeated once with a new token */
export function createCall(
  baseUrl: string,
  credential: string | TokenSource,
  { fetch, timeoutMs }: Transport,
): Call {
  const send = (method: string, path: string, { body, headers }: Sent, signed: Record<string, string>) =>
    within(timeoutMs, async (signal) => {
      const answer = await fetch(baseUrl + path, {
        method,
        signal,
        cache: 'no-store',
        credentials: 'omit',
        headers: { ...headers, ...signed, ...(body && { 'Content-Type': 'application/json' }) },
        body: JSON.stringify(body),
      });
      return { answer, text: await answer.text() };
    }).catch((cause: unknown) => {
      throw new WritNetworkError(`${method} ${baseUrl}${path} was not answered.`, { cause });
    });
  const sendSigned = async (method: string, path: string, sent: Sent) => {
    if (typeof credential === 'string') return send(method, path, sent, { 'X-Api-Key': credential });
    const bearer = (token: string) => send(method, path, sent, { Authorization: `Bearer ${token}` });
    const token = await credential.token();
    const first = await bearer(token);
    const date = Date.parse(first.answer.headers.get('date') ?? '');
    if (date) credential.serverTime(date);
    return first.answer.status === 401 ? bearer(await credential.token(token)) : first;
  };
  return async <Answer>(method: string, path: string, sent: Sent = {}) => {
    const { answer, text } = await sendSigned(method, path, sent);
    if (!answer.ok) throw new WritProblem(problemIn(text, answer.status));
    const isJson = answer.headers.get('content-type')?.includes('json');
    return (isJson ? JSON.parse(text) : text) as Answer;
  };
}

/** A proxy may answer in another form. */
function problemIn(text: string, status: number): Partial<Problem> & { status: number } {
  try {
    const problem: unknown = JSON.parse(text);
    if (isTree(problem)) return { ...problem, status };
  } catch {
    // No JSON: see below.
  }
  return { status, retryable: status >= 500 };
}
