import type { Logger } from '@writ/service-kit';
import type { Denied, LaneTimes, LaneWork, Lease } from '../lane-work.ts';
import type { LaneState } from './lane-state.ts';
import type { createEvenStarts } from './even-starts.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { Turn } from './process-room.ts';
import type { createSettlements } from './settlements.ts';

export type DrainerOptions<Unit, Outcome> = Pick<
  LaneTimes,
  'leaseMs' | 'renewEveryMs' | 'sliceMs' | 'lingerMs'
> & {
  work: Omit<LaneWork<Unit, Outcome>, 'claim'>;
  claim: (laneId: string, limit: number) => Promise<readonly Unit[]>;
  concurrency: number;
  slots: { usual: number };
  logger: Logger;
  isWanted: () => boolean;
  onGoesOn: (laneId: string) => void;
  onPerformed: () => void;
  /** `count`: operations or deliveries. */
  onSettled: (laneId: string, count: number) => void;
  onLate: (laneId: string) => void;
};

export type Ended = { hanging: boolean; denied?: Denied };
export type Slice = {
  resolve: (ended: Ended) => void;
  reject: (error: unknown) => void;
  turn: ClaimedTurn | undefined;
};
export type ClaimedTurn = Pick<Turn, 'claimed'>;

export type Lane<Unit> = {
  id: string;
  state: LaneState;
  /** Counted by `state.waiting`. */
  waiting: { unit: Unit; lease: Lease }[];
  /** In ordinary units. */
  load: number;
  dry: boolean;
  timer?: { atMs: number; handle: NodeJS.Timeout };
  slice?: Slice;
};

export type Drainer<Unit, Outcome> = {
  options: DrainerOptions<Unit, Outcome>;
  lanes: Map<string, Lane<Unit>>;
  leases: LeaseKeeper<Unit>;
  store: ReturnType<typeof createSettlements<Unit, Outcome>>;
  startEvenly: ReturnType<typeof createEvenStarts>;
  usualSlices: number;
  staying: number;
  onEmpty: () => void;
};
