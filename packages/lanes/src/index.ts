export {
  destinationLane,
  destinationLanesTouched,
  providerLanesTouched,
  touchLanes,
  type LaneTouch,
} from './rows/touch-lanes.ts';
export { firstDue, isFree, isNotPaused, moment } from './rows/due-units.ts';
export { unitLeases } from './rows/unit-leases.ts';
export { createHeldBytes } from './held-bytes.ts';
export { claimedOf } from './lane-work.ts';
export type {
  Claimed,
  ClaimFault,
  Denied,
  LaneTimes,
  LaneWork,
  Lease,
  ParkReason,
  Permits,
  Wanted,
} from './lane-work.ts';
export { runLanes, usualLaneTimes, type RunningLanes } from './run-lanes.ts';
export { countLostWakes } from './count-lost-wakes.ts';
export { createLaneWaker, type LaneWaker } from './waker.ts';
export { laneProviders, projectLaneIds, providerLaneId } from './rows/provider-lane.ts';
export {
  dueLaneIds,
  findLaneParks,
  listLanes,
  parkReasonOf,
  type LanePark,
  type LaneView,
} from './rows/list-lanes.ts';
export { pauseLane, pauseLanesOfProject, resumeLane } from './rows/pause-lane.ts';
export {
  accountsAway,
  dueLanes,
  eraseLanes,
  eraseLanesOfProject,
  lanesBehind,
  lanesThatStandStill,
  removeUnusedLanes,
} from './rows/lane-rows.ts';
