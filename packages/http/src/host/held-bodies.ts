import type { Clock } from '@writ/service-kit';
import type { Response } from 'express';
import { holderIn, type Caller } from '../caller.ts';
import { NoRoom, uncountedBytes, usualRoomBytes } from './memory-room.ts';

/** Takes room until the request ends; returns the refusal (503) if there is none. */
export type HoldBody = (bytes: number) => NoRoom | undefined;

export type HeldBodies = {
  hasRoomFor(caller: Caller): boolean;
  holdFor(caller: Caller, response: Response): HoldBody;
};

/**
 * Bounds the bytes of bodies of unanswered requests. An owner (a project, the administrators, or all unknown
 * callers) may hold as much as it leaves free, so there is always room for others.
 */
export function createHeldBodies({
  mostBytes = usualRoomBytes(),
  clock,
}: {
  mostBytes?: number | undefined;
  clock: Clock;
}): HeldBodies {
  const held = new Map<string, number>();
  let allBytes = 0;
  const add = (owner: string, bytes: number): void => {
    allBytes += bytes;
    const sum = (held.get(owner) ?? 0) + bytes;
    if (sum === 0) held.delete(owner);
    else held.set(owner, sum);
  };
  // The body's own bytes don't count, and it may exceed the bound: else a large one might never find room.
  const hasRoom = (owner: string, taken = 0): boolean =>
    (held.get(owner) ?? 0) - taken < mostBytes - (allBytes - taken);

  return {
    hasRoomFor: (caller) => hasRoom(ownerOf(caller)),
    holdFor: (caller, response) => {
      const owner = ownerOf(caller);
      let taken = 0;
      return (bytes) => {
        if (bytes <= Math.max(taken, uncountedBytes) || response.closed) return undefined;
        if (!hasRoom(owner, taken)) return new NoRoom(noRoom, clock.now(), { Connection: 'close' });
        if (taken === 0) response.once('close', () => add(owner, -taken));
        add(owner, bytes - taken);
        taken = bytes;
        return undefined;
      };
    },
  };
}

const noRoom = 'The bodies of other requests take the memory that this host has for them.';

const ownerOf = (caller: Caller): string => holderIn(caller)?.project.id ?? caller.kind;
