import { openApiWitness } from '@writ/test-kit';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
type Sending = {
  method?: string;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: object | string;
};
export type Send = (path: string, sending?: Sending) => Promise<Answer>;

/** Checks each answer against the host's OpenAPI document. */
export function createSend(url: string): Send {
  const witness = openApiWitness();
  return async (path, { method = 'POST', headers, body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Answer['body'];
    const type = answer.headers.get('content-type');
    await witness({ method, url: url + path, status: answer.status, type, body: json });
    return { status: answer.status, headers: answer.headers, body: json };
  };
}
