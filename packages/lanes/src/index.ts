export { destinationLane, providerLanesTouched, touchLanes, type LaneTouch } from './touch-lanes.ts';
export type { LaneTimes, LaneWork, Lease, Permits } from './lane-work.ts';
export { runLanes, usualLaneTimes, type RunningLanes } from './run-lanes.ts';
export { createLaneWaker, type LaneWaker } from './waker.ts';
export { laneProvider, projectLaneIds, providerLaneId } from './provider-lane.ts';
export { findLaneParks, listLanes, type LanePark, type LaneView } from './list-lanes.ts';
export { pauseLane, resumeLane } from './pause-lane.ts';
export { parkedLanesWithWork, removeUnusedLanes } from './lane-rows.ts';
