export { providerLanesTouched, touchLanes, type LaneTouch } from './touch-lanes.ts';
export type { Permits, LaneWork, Lease, ParkReason } from './lane-work.ts';
export {
  runLanes,
  usualLaneTimes,
  type LaneTimes,
  type RunLanesOptions,
  type RunningLanes,
} from './run-lanes.ts';
export { createLaneWaker, type LaneWaker } from './waker.ts';
export { laneProvider, projectLaneIds, providerLaneId } from './provider-lane.ts';
export { findLaneParks, listLanes, type LanePark, type LaneView } from './list-lanes.ts';
export { pauseLane, resumeLane } from './pause-lane.ts';
export { parkedLanesWithWork } from './parked-lanes.ts';
export { removeUnusedLanes } from './remove-unused-lanes.ts';
