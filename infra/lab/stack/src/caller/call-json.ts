import { request } from 'undici';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Returns the body. @throws Error unless the answer is a success */
export async function callJson(
  method: Method,
  url: string,
  { headers, body }: { headers?: Readonly<Record<string, string>>; body?: unknown } = {},
): Promise<unknown> {
  const answer = await request(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
