import { request } from 'undici';
import type { Run } from '../experiment.ts';

/** For the run's project; status 0 without an answer. */
export async function ask(
  { ground: { project, stack } }: Pick<Run, 'ground'>,
  method: 'GET' | 'POST',
  path: string,
): Promise<{ status: number; json: unknown }> {
  try {
    const { statusCode, body } = await request(`${stack.managementUrl}/v1/projects/${project.name}${path}`, {
      method,
      headers: { 'x-api-key': project.apiKey, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    return { status: statusCode, json: await body.json() };
  } catch {
    return { status: 0, json: undefined };
  }
}
