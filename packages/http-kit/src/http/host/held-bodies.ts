import type { Clock } from '@writ/service-kit';
import type { Response } from 'express';
import { holderIn, type Caller } from '../caller.ts';
import { NoRoom, uncountedBytes, usualRoomBytes } from './memory-room.ts';

/**
 * Takes the room for a body that has, or will have, so many bytes. It is given back when the request is answered, or its
 * caller has gone. Where there is none it gives the refusal (503).
 */
export type HoldBody = (bytes: number) => NoRoom | undefined;

export type HeldBodies = {
  /** Whether there is room for one more body of this caller. */
  hasRoomFor(caller: Caller): boolean;
  holdFor(caller: Caller, response: Response): HoldBody;
};

/**
 * Bounds the bytes of bodies that a host holds at once: those that it reads, and those whose requests it has not answered.
 * A project may hold as much as it leaves free, and so may administrators, and all together of whom nobody knows who they
 * are: however much one of them sends, there is room for the others.
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
  // What has been taken for the same body counts for nothing, and it may go beyond: else some would never find room.
  const hasRoom = (owner: string, taken = 0): boolean =>
    (held.get(owner) ?? 0) - taken < mostBytes - (allBytes - taken);

  return {
    hasRoomFor: (caller) => hasRoom(ownerOf(caller)),
    holdFor: (caller, response) => {
      const owner = ownerOf(caller);
      let taken = 0;
      return (bytes) => {
        // Where it is closed nobody would give it back.
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
