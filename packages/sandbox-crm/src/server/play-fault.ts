import type { ServerResponse } from 'node:http';
import type { Reply } from './call.ts';
import { replyBody, replyHeaders, sendReply } from './send-reply.ts';
import {
  earlyFaults,
  isCutFault,
  isRecordFault,
  type AnswerFault,
  type Fault,
  type NamedFault,
} from '../faults/fault.ts';

/** How an answer leaves: as a reply, or by what happens to the connection instead. */
export type Ending =
  | { do: 'reply'; reply: Reply }
  | { do: 'reset' }
  | { do: 'hang' }
  | { do: 'slow' | 'truncate' | 'reset-mid-body'; reply: Reply }
  | { do: 'cut'; reply: Reply; bytes: number };

const maintenancePage: Reply = {
  status: 502,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
};

export function endingOf(fault: Fault | undefined, handle: () => Reply): Ending {
  const then = fault?.then;
  if (then === undefined) return { do: 'reply', reply: handle() };
  if (isRecordFault(then)) return { do: 'reply', reply: handle() };
  if (isCutFault(then)) return { do: 'cut', reply: handle(), bytes: then.cut };
  if (typeof then === 'object') {
    if (then.commit) handle();
    return { do: 'reply', reply: scripted(then) };
  }
  if (isEarly(then)) return then === 'html' ? { do: 'reply', reply: maintenancePage } : { do: then };
  const reply = handle();
  if (then === 'commit-then-reset') return { do: 'reset' };
  if (then === 'commit-then-hang') return { do: 'hang' };
  return { do: then === 'hold' ? 'reply' : then, reply };
}

export function playEnding(response: ServerResponse, ending: Ending): void {
  switch (ending.do) {
    case 'reply':
      sendReply(response, ending.reply);
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'slow':
      drip(response, ending.reply);
      return;
    case 'truncate':
      sendReply(response, { ...headOf(ending.reply), text: firstHalf(ending.reply) });
      return;
    case 'reset-mid-body':
      breakOff(response, ending.reply, firstHalf(ending.reply));
      return;
    case 'cut':
      breakOff(response, ending.reply, Buffer.from(replyBody(ending.reply)).subarray(0, ending.bytes));
      return;
  }
}

type EarlyFault = (typeof earlyFaults)[number];

function isEarly(name: NamedFault): name is EarlyFault {
  return (earlyFaults as readonly string[]).includes(name);
}

function scripted({ status, headers, body }: AnswerFault): Reply {
  const head = { status, ...(headers && { headers }) };
  return typeof body === 'string' ? { ...head, text: body } : { ...head, json: body };
}

function breakOff(response: ServerResponse, reply: Reply, sent: string | Buffer): void {
  response.writeHead(reply.status, replyHeaders(reply, replyBody(reply)));
  response.flushHeaders();
  response.write(sent, () => response.socket?.resetAndDestroy());
}

/** One byte a second, as a dying link would. */
function drip(response: ServerResponse, reply: Reply): void {
  const bytes = Buffer.from(replyBody(reply));
  response.writeHead(reply.status, replyHeaders(reply, replyBody(reply)));
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= bytes.length) response.end();
    else response.write(bytes.subarray(sent, (sent += 1)));
  }, 1_000);
  response.on('close', () => clearInterval(timer));
}

function headOf({ status, headers }: Reply): Reply {
  return { status, headers: { 'content-type': 'application/json;charset=UTF-8', ...headers } };
}

function firstHalf(reply: Reply): string {
  const body = replyBody(reply);
  return body.slice(0, Math.floor(body.length / 2));
}
