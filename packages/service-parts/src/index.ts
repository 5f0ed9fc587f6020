export { countEnded, type OperationEnd } from './count-ended.ts';
export { measureByLeader } from './measure-by-leader.ts';
export { managementApp } from './management-app.ts';
export { openCheckedDatabase } from './open-checked-database.ts';
export { beReady, openHost, openMetrics } from './open-host.ts';
export { laneQueueOpener, type LaneQueues } from './lane-queues.ts';
export { warnOfMissingKeys } from './warn-of-missing-keys.ts';
export { openKafka, relayOutbox } from './event-road.ts';
