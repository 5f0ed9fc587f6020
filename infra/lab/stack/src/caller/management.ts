import { callJson, type Method } from './call-json.ts';

export type Management = {
  /** `path`: below `/v1`. Returns the body. @throws Error unless the answer is a success */
  call: <Answer>(method: Method, path: string, body?: unknown) => Promise<Answer>;
  withKey: (apiKey: string) => Management;
};

export function createManagement(url: string, adminToken: string): Management {
  const withHeaders = (headers: Record<string, string>): Management => ({
    call: async <Answer>(method: Method, path: string, body?: unknown) =>
      (await callJson(method, `${url}/v1${path}`, { headers, body })) as Answer,
    withKey: (apiKey) => withHeaders({ 'x-api-key': apiKey }),
  });
  return withHeaders({ authorization: `Bearer ${adminToken}` });
}
