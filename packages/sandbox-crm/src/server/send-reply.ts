import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Reply } from './call.ts';

export function replyBody(reply: Reply): string {
  if (reply.text !== undefined) return reply.text;
  return reply.json === undefined ? '' : JSON.stringify(reply.json);
}

/** Headers with an exact length: without it Node would send the answer in chunks. */
export function replyHeaders(reply: Reply, body: string): OutgoingHttpHeaders {
  if (reply.status === 204) return { ...reply.headers };
  const length = Buffer.byteLength(body);
  if (reply.json === undefined) return { 'content-length': length, ...reply.headers };
  return { 'content-type': 'application/json;charset=UTF-8', 'content-length': length, ...reply.headers };
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  const body = reply.status === 204 ? '' : replyBody(reply);
  response.writeHead(reply.status, replyHeaders(reply, body));
  response.end(body);
}
