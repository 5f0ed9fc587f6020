export { checkRedis } from './check-redis.ts';
export { countEnded, type OperationEnd } from './count-ended.ts';
export { keepInBounds } from './keep-in-bounds.ts';
export { measureByLeader } from './measure-by-leader.ts';
export { managementApp } from './management-app.ts';
export { openCheckedDatabase } from './open-checked-database.ts';
export { beReady, openHost, openMetrics, openReplicaHost } from './open-host.ts';
export { laneQueueOpener, type RedisLook } from './lane-queues.ts';
export {
  changesLook,
  lookAt,
  processReports,
  reportProcess,
  versionsLook,
  type Look,
  type ProcessReport,
} from './report-process.ts';
export { runManagementService } from './run-management-service.ts';
export { watchQuotaPercents } from './watch-quota-percents.ts';
export { warnOfMissingKeys } from './warn-of-missing-keys.ts';
export { noteKeyUses } from './note-key-uses.ts';
export { openConnections } from './open-connections.ts';
export { providerProblem, providerRemedy } from './provider-problem.ts';
export { paged, type PageSpan } from './resource/paged.ts';
export { told, toldBy } from './resource/told.ts';
export { resource, unlessRefused, type Taken } from './resource/resource.ts';
export { unlessSealed } from './unless-sealed.ts';
export { unlessLost } from './unless-lost.ts';
export { intakeSeconds, kafkaLook, openKafka, relayOutbox } from './event-road.ts';
