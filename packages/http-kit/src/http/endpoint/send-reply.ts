import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as others } from 'node:timers/promises';
import type { Response } from 'express';
import type { UnreadAnswers } from '../host/unread-answers.ts';
import type { Endpoint, Reply } from '../endpoint.ts';
import { addAnswerHeaders, answerHeaders } from '../host/answer-headers.ts';

const json = 'application/json; charset=utf-8';
/** A shorter list is made into text at once: its members are of 1 MB at most. */
const longList = 8;
/** What is larger goes in steps. */
const stepBytes = 256 * 1024;

/**
 * Sends what an endpoint answers. Its headers go in one step: setting them one by one costs twice as much. A long list is
 * made into text in parts, between which the process answers others.
 *
 * @throws NoRoom (503) for a large answer to a GET where the host keeps too many others; nothing has been sent then
 */
export async function sendReply(
  response: Response,
  reply: Reply,
  { mediaType, unread }: Pick<Endpoint, 'mediaType'> & { unread: UnreadAnswers },
): Promise<void> {
  if (mediaType !== undefined) {
    sendText(response, reply, mediaType);
    return;
  }
  const { status, headers, body } = reply;
  const lines = answerHeaders(response);
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(name, value);
  if (body === undefined) {
    response.writeHead(status, lines).end();
    return;
  }
  const isLong = Array.isArray(body) && body.length > longList;
  const content = isLong ? await listParts(body) : JSON.stringify(body);
  const length = typeof content === 'string' ? Buffer.byteLength(content) : sumOf(content);
  lines.push('Content-Type', json, 'Content-Length', String(length));
  if (typeof content === 'string' && length <= stepBytes) {
    response.writeHead(status, lines).end(content);
    return;
  }
  // What another method has done must not look as if it had failed.
  if (response.req.method === 'GET') unread.assertRoomFor(length);
  response.writeHead(status, lines);
  const parts = typeof content === 'string' ? stepsOf(Buffer.from(content)) : content;
  // A caller that has gone away is told nothing.
  await pipeline(Readable.from(noting(parts, response, unread)), response).catch(() => undefined);
}

/** Each part is asked for when one before it has left: that the caller reads can be seen by it. */
function* noting(parts: readonly Buffer[], response: Response, unread: UnreadAnswers): Generator<Buffer> {
  let unwrittenBytes = sumOf(parts);
  for (const part of parts) {
    unread.note(response, unwrittenBytes);
    unwrittenBytes -= part.length;
    yield part;
  }
}

/** A text may be a page, whose headers replace those of data. */
function sendText(response: Response, { status, headers, body }: Reply, mediaType: string): void {
  addAnswerHeaders(response);
  response
    .status(status)
    .set({ ...headers, 'Content-Type': `${mediaType}; charset=utf-8` })
    .end(body);
}

async function listParts(list: readonly unknown[]): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let text = '[';
  for (const [at, member] of list.entries()) {
    text += (at === 0 ? '' : ',') + JSON.stringify(member);
    if (text.length < stepBytes) continue;
    parts.push(Buffer.from(text));
    text = '';
    await others();
  }
  return [...parts, Buffer.from(`${text}]`)];
}

const stepsOf = (content: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / stepBytes) }, (_, at) =>
    content.subarray(at * stepBytes, (at + 1) * stepBytes),
  );

const sumOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);
