import { request } from 'undici';
import type { GrowSide } from '../grow/grow-side.ts';

export const ofConsole = { 'x-writ-console': '1' };

export const sessionUrl = ({ subject }: GrowSide): string => `${subject.stack.managementUrl}/v1/session`;

export const proofOf = ({ project }: GrowSide) => ({
  body: JSON.stringify({ apiKey: project.apiKey }),
  headers: { 'content-type': 'application/json', ...ofConsole },
});

export async function signIn(side: GrowSide): Promise<string> {
  const answer = await request(sessionUrl(side), { method: 'POST', ...proofOf(side) });
  await answer.body.dump();
  const [set] = [answer.headers['set-cookie']].flat();
  if (answer.statusCode !== 201 || set === undefined) throw new Error(`Signing in: ${answer.statusCode}`);
  return set.split(';')[0] ?? '';
}
