import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@writ/service-kit';
import type { Response } from 'express';
import { Refusal } from '@writ/problems';
import { holderIn, type Caller } from '../caller.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const mostPipelined = 100;
/** Node warns of more than ten listeners. */
const mostListeners = 30;

/**
 * Handles the requests of a connection one after the other, as their answers leave anyway; a connection with
 * too many waiting ones is cut. None is handled after an answer that closes the connection (RFC 9112, 9.6).
 */
export function oneAtATime(handle: Handle): Handle {
  const waitingOn = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const run = (): void => {
      response.setMaxListeners(mostListeners).once('close', next);
      handle(request, response);
    };
    const next = (): void => {
      const following = socket.writable ? waitingOn.get(socket)?.shift() : undefined;
      if (following) following();
      else waitingOn.delete(socket);
    };
    const waiting = waitingOn.get(socket);
    if (!waiting) {
      waitingOn.set(socket, []);
      run();
    } else if (waiting.length < mostPipelined) waiting.push(run);
    else socket.destroy();
  };
}

const mostOfKey = 512;
const retryAfterMs = 1_000;

export type InFlight = {
  /**
   * Counts a request until it is answered. @throws Refusal (429) if its key has too many in flight in this
   * process
   */
  enter(caller: Caller, response: Response): void;
};

export function createInFlight(clock: Clock): InFlight {
  const counts = new Map<string, number>();
  return {
    enter: (caller, response) => {
      const keyId = holderIn(caller)?.keyId;
      if (keyId === undefined || response.closed) return;
      const count = counts.get(keyId) ?? 0;
      if (count >= mostOfKey) throw tooManyInFlight(clock);
      counts.set(keyId, count + 1);
      response.once('close', () => {
        const left = (counts.get(keyId) ?? 1) - 1;
        if (left === 0) counts.delete(keyId);
        else counts.set(keyId, left);
      });
    },
  };
}

const tooManyInFlight = (clock: Clock): Refusal =>
  new Refusal('rate-limited', {
    detail: `The key has ${mostOfKey} requests in flight.`,
    remedy: 'Wait for answers before you send more requests.',
    retryAfter: new Date(clock.now().getTime() + retryAfterMs),
  });
