import { request } from 'undici';

type Method = 'POST' | 'PUT' | 'GET' | 'PATCH';

export type Management = {
  /** Sends a request below `/v1` and gives the body of its answer. @throws Error for every answer that is no success. */
  call: <Answer>(method: Method, path: string, body?: unknown) => Promise<Answer>;
  withKey: (apiKey: string) => Management;
};

export function createManagement(url: string, adminToken: string): Management {
  const withHeaders = (credential: Record<string, string>): Management => ({
    call: async <Answer>(method: Method, path: string, body?: unknown): Promise<Answer> => {
      const answer = await request(`${url}/v1${path}`, {
        method,
        headers: { ...credential, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
    withKey: (apiKey) => withHeaders({ 'x-api-key': apiKey }),
  });
  return withHeaders({ authorization: `Bearer ${adminToken}` });
}
