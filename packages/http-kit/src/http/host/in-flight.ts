import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@writ/service-kit';
import type { Response } from 'express';
import { holderIn, type Caller } from '../caller.ts';
import { Refusal } from '../problems/refusal.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Pipelined requests that wait on one connection. */
const mostPipelined = 100;
const mostListeners = 30;

/**
 * Handles the requests of a connection one after the other: answers leave in that order anyway, and a client that sends
 * hundreds ahead would take all connections to Postgres. `refuse` answers the first one beyond `mostPipelined` and closes
 * the connection; what follows such an answer is not handled (RFC 9112, 9.6).
 */
export function oneAtATime(handle: Handle, refuse: Handle): Handle {
  const waitingOn = new WeakMap<Socket, (() => void)[]>();
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return;
    const run = (): void => {
      // The parts of a host that listen for the end of an answer are more than Node's ten.
      response.setMaxListeners(mostListeners).once('close', next);
      handle(request, response);
    };
    const next = (): void => {
      // Nobody is left to answer to, or the last answer closes the connection.
      const following = socket.writable ? waitingOn.get(socket)?.shift() : undefined;
      if (following) following();
      else waitingOn.delete(socket);
    };
    const waiting = waitingOn.get(socket);
    if (!waiting) {
      waitingOn.set(socket, []);
      run();
    } else if (waiting.length < mostPipelined) waiting.push(run);
    else {
      refused.add(socket);
      refuse(request, response);
    }
  };
}

/** Requests of one key that a process handles at the same time. */
const mostOfKey = 512;
const retryAfterMs = 1_000;

export type InFlight = {
  /** Counts a request of a key until its answer is sent. @throws Refusal (429) where the key has too many in flight */
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
