import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as others } from 'node:timers/promises';
import type { Response } from 'express';
import type { Endpoint, Reply } from '../endpoint.ts';
import { addAnswerHeaders, answerHeaders } from '../host/answer-headers.ts';
import type { UnreadAnswers } from '../host/unread-answers.ts';

const json = 'application/json; charset=utf-8';
/** Members of a shorter list have at most 1 MB. */
const longList = 8;
/** Larger texts are made and sent in steps. */
const stepBytes = 256 * 1024;

/**
 * Sends a reply. Setting all headers in one step costs half as much as one by one. Other requests are
 * answered between the steps of a long list.
 * @throws NoRoom (503) for a large answer to a GET if too many others are unread; nothing has been sent then
 */
export async function sendReply(
  response: Response,
  reply: Reply,
  { mediaType, unread }: Pick<Endpoint, 'mediaType'> & { unread: UnreadAnswers },
): Promise<void> {
  if (mediaType === 'application/x-ndjson') return sendStream(response, reply, mediaType, unread);
  if (mediaType !== undefined) {
    sendText(response, reply, mediaType);
    return;
  }
  const { status, headers = {}, body } = reply;
  const lines = [...answerHeaders(response), ...Object.entries(headers).flat()];
  if (body === undefined) return void response.writeHead(status, lines).end();
  const isLong = Array.isArray(body) && body.length > longList;
  const text = isLong ? await listText(body) : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  lines.push('Content-Type', json, 'Content-Length', String(length));
  if (length <= stepBytes) {
    response.writeHead(status, lines).end(text);
    unread.note(response);
    return;
  }
  // Other methods have acted already: their answer must not look like a failure.
  if (response.req.method === 'GET') unread.assertRoomFor(length);
  response.writeHead(status, lines);
  await pipeline(Readable.from(steps(Buffer.from(text), response, unread)), response).catch(
    () => undefined, // The caller has gone.
  );
}

/**
 * Sends texts as they are made, each when the caller has read its predecessor. If making one fails, the
 * connection is cut: the caller sees that the body is incomplete.
 */
async function sendStream(
  response: Response,
  { status, body }: Reply,
  mediaType: string,
  unread: UnreadAnswers,
): Promise<void> {
  const lines = [...answerHeaders(response), 'Content-Type', mediaType];
  response.writeHead(status, lines);
  if (response.req.method === 'HEAD') return void response.end();
  let failure: Error | undefined;
  async function* parts() {
    try {
      for await (const text of body as AsyncIterable<string>)
        yield* steps(Buffer.from(text), response, unread);
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  }
  await pipeline(Readable.from(parts(), { highWaterMark: 1 }), response).catch(() => {
    // Otherwise the caller has gone.
    if (failure) throw failure;
  });
}

/** The pipeline takes a step when its predecessor has left, so each note shows that the caller reads. */
function* steps(content: Buffer, response: Response, unread: UnreadAnswers): Generator<Buffer> {
  for (let at = 0; at < content.length; at += stepBytes) {
    unread.note(response, content.length - at);
    yield content.subarray(at, at + stepBytes);
  }
}

/** A page's own headers replace those of data. */
function sendText(response: Response, { status, headers, body }: Reply, mediaType: string): void {
  addAnswerHeaders(response);
  response
    .status(status)
    .set({ ...headers, 'Content-Type': `${mediaType}; charset=utf-8` })
    .end(body);
}

async function listText(list: readonly unknown[]): Promise<string> {
  let text = '';
  let next = stepBytes;
  for (const member of list) {
    text += `${text === '' ? '[' : ','}${JSON.stringify(member)}`;
    if (text.length < next) continue;
    next = text.length + stepBytes;
    await others();
  }
  return `${text}]`;
}
