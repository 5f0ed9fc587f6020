import { request } from 'undici';
import type { Gateway } from './start-ground.ts';
import { pathTo, type ProviderName, type SeededProject } from './seed-project.ts';

export type Answer = {
  status: number;
  type: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
};

/** Sends a body to a provider's object as it is; an answer that is no JSON is an error. */
export async function sendWrite(
  gateway: Gateway,
  project: SeededProject,
  sending: { provider: ProviderName; body: string; headers?: Record<string, string>; query?: string },
): Promise<Answer> {
  const answer = await request(gateway.url + pathTo(project, sending.provider) + (sending.query ?? ''), {
    method: 'POST',
    headers: { 'x-api-key': project.key, 'content-type': 'application/json', ...sending.headers },
    body: sending.body,
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']).split(';')[0] ?? '',
    headers: answer.headers,
    body: JSON.parse(text) as Answer['body'],
  };
}
