import { writePath, type Replica, type StackProject } from '@writ/stack';
import { request } from 'undici';

export type Answer = {
  status: number;
  type: string;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  body: unknown;
};

type Asking = {
  /** By default `POST` with a body, otherwise `GET`. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text as it is. */
  body?: unknown;
};

export async function ask(url: string, asking: Asking = {}): Promise<Answer> {
  const { body, method = body === undefined ? 'GET' : 'POST', headers } = asking;
  const answer = await request(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  const isJson = type.endsWith('json') && text !== '';
  return {
    status: answer.statusCode,
    type,
    headers: answer.headers,
    text,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** @throws Error with an answer that is no success */
export async function askFine<Body>(url: string, asking: Asking = {}): Promise<Body> {
  const { status, text, body } = await ask(url, asking);
  if (status >= 300) throw new Error(`${asking.method ?? ''} ${url} was answered ${status}: ${text}`);
  return body as Body;
}

type Write = { body: unknown; headers?: Record<string, string>; query?: string };

/** An answer without JSON is an error. */
export async function sendWrite(
  gateway: Pick<Replica, 'url'>,
  project: StackProject,
  { body, headers, query = '' }: Write,
): Promise<Answer & { body: Record<string, unknown> }> {
  const answer = await ask(gateway.url + writePath(project) + query, {
    method: 'POST',
    headers: { 'x-api-key': project.apiKey, ...headers },
    body,
  });
  if (answer.body === undefined) throw new Error(`The answer ${answer.status} has no JSON: ${answer.text}`);
  return { ...answer, body: answer.body as Record<string, unknown> };
}

/** As place and name. */
export function issuesOf(body: unknown): ReadonlySet<string> {
  const { issues = [] } = (body ?? {}) as { issues?: { in: string; name: string }[] };
  return new Set(issues.map((issue) => `${issue.in} ${issue.name}`));
}
