import { setImmediate as others } from 'node:timers/promises';
import type { Response } from 'express';
import type { Endpoint, Reply } from './endpoint.ts';
import { addAnswerHeaders, answerHeaders } from './answer-headers.ts';

const json = 'application/json; charset=utf-8';
/** A shorter list is made into text at once: its members are of 1 MB at most. */
const longList = 8;
const stepLength = 256 * 1024;

/**
 * Sends what an endpoint answers. Its headers go in one step: setting them one by one costs twice as much. A long list
 * goes in chunks, between which the process answers others; none waits until the one before it is read, since the list takes
 * more memory than its text, which the server bounds.
 */
export async function sendReply(
  response: Response,
  reply: Reply,
  mediaType?: Endpoint['mediaType'],
): Promise<void> {
  if (mediaType !== undefined) {
    sendText(response, reply, mediaType);
    return;
  }
  const { status, headers, body } = reply;
  const lines = answerHeaders(response);
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(name, value);
  if (Array.isArray(body) && body.length > longList) {
    response.writeHead(status, [...lines, 'Content-Type', json]);
    for await (const text of listText(body)) {
      // A caller that has gone away is told nothing.
      if (response.destroyed) return;
      response.write(text);
    }
    response.end();
    return;
  }
  const content = body === undefined ? undefined : JSON.stringify(body);
  if (content !== undefined) {
    lines.push('Content-Type', json, 'Content-Length', String(Buffer.byteLength(content)));
  }
  response.writeHead(status, lines).end(content);
}

/** A text may be a page, whose headers replace those of data. */
function sendText(response: Response, { status, headers, body }: Reply, mediaType: string): void {
  addAnswerHeaders(response);
  response
    .status(status)
    .set({ ...headers, 'Content-Type': `${mediaType}; charset=utf-8` })
    .end(body);
}

async function* listText(list: readonly unknown[]): AsyncGenerator<string> {
  let text = '[';
  for (const [at, member] of list.entries()) {
    text += (at === 0 ? '' : ',') + JSON.stringify(member);
    if (text.length < stepLength) continue;
    yield text;
    text = '';
    await others();
  }
  yield `${text}]`;
}
