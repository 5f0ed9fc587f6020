import type { LaneRun } from './lane-run.ts';

type Counted = Pick<LaneRun<unknown>, 'waiting' | 'performing' | 'settling' | 'ahead' | 'dry'>;

/** How many more units may be held: for each of the lane's places, and those that are claimed ahead. */
export const roomIn = ({ waiting, performing, ahead }: Counted, places: number): number =>
  places + ahead - waiting.length - performing;

/** Settlements keep up with what is performed. */
export const keepsUp = ({ settling, ahead }: Counted, places: number): boolean =>
  settling <= 2 * (places + ahead);

/** A claim is worth its statement when half of what may be held is free. */
export const hasRoom = (lane: Counted, places: number): boolean =>
  roomIn(lane, places) >= (places + lane.ahead) / 2 && keepsUp(lane, places);

/** While nothing else was due, a free place is no reason to ask again. */
export const wantsMore = (lane: Counted, places: number): boolean => !lane.dry && hasRoom(lane, places);
