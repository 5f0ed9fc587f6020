import { assertMatchesOpenApi, type OpenApiDocument } from '@writ/http-kit';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
type Sending = {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a text as it is. */
  body?: object | string;
};
export type Send = (path: string, sending?: Sending) => Promise<Answer>;

/** Sends requests to a host; each answer has to be one that the host's own description promises. */
export async function createSend(url: string): Promise<Send> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  return async (path, { method = 'POST', headers, body } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Answer['body'];
    assertMatchesOpenApi(document, { method, path, status: answer.status, body: json });
    return { status: answer.status, headers: answer.headers, body: json };
  };
}
