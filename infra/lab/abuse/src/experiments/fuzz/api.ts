import { request } from 'undici';
import { operationsOf, type Operation } from '../management/operations.ts';
import type { Management } from '../../ground/start-management.ts';

/** A route of one of the two hosts. */
export type Route = Operation & { base: string };

/** Every route of both hosts. */
export const routesOf = ({ url, writeUrl, document, writeDocument }: Management): readonly Route[] => [
  ...operationsOf(document).map((operation) => ({ ...operation, base: url })),
  ...operationsOf(writeDocument).map((operation) => ({ ...operation, base: writeUrl })),
];

export type Answer = { status: number; text: string };

/** Sends one request, and takes its answer as text. */
export async function send(
  method: string,
  url: string,
  credential: { key: string } | { adminToken: string },
  body?: unknown,
): Promise<Answer> {
  const answer = await request(url, {
    method,
    headers: {
      ...('key' in credential
        ? { 'x-api-key': credential.key }
        : { authorization: `Bearer ${credential.adminToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** The answer to a request that has to succeed. @throws Error with what was answered */
export async function sendFine(...sent: Parameters<typeof send>): Promise<unknown> {
  const { status, text } = await send(...sent);
  if (status >= 300) throw new Error(`${sent[0]} ${sent[1]} was answered ${status}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
