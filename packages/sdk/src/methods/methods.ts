import { callsOf, type Call } from './calls.ts';
import type { Integration } from '../openapi/management.ts';
import type { Send } from '../transport/send.ts';

/** With `dryRun` the changes. */
type Applied =
  | Integration[]
  | { changes: { name: string; provider: string; change: 'keep' | 'revise' | 'drop' | 'make' }[] };

/** Every operation of the management host. */
// eslint-disable-next-line max-lines-per-function -- One line for each operation.
export function methodsOf(send: Send, project: string) {
  const { call, list } = callsOf(send, project);
  return {
    operations: {
      list: list('getOperations'),
      get: call('getOperation'),
      records: list('getOperationRecords'),
      readRecord: call('postOperationRecordRead'),
      attempts: list('getOperationAttempts'),
      logs: call('getOperationLogs'),
      cancel: call('postOperationCancel'),
      retry: call('postOperationRetry'),
      cancelAll: call('postOperationsCancel'),
      retryAll: call('postOperationsRetry'),
    },
    tasks: {
      list: list('getTasks'),
      get: call('getTask'),
      stop: call('postTaskStop'),
      archive: call('getTaskArchive'),
    },
    groups: {
      list: list('getGroups'),
      erase: call('deleteGroups'),
      export: call('postGroupsExport'),
    },
    lanes: {
      list: list('getLanes'),
      get: call('getLane'),
      pause: call('postLanePause'),
      resume: call('postLaneResume'),
    },
    topics: {
      list: list('getTopics'),
      create: call('postTopic'),
      rename: call('patchTopic'),
      delete: call('deleteTopic'),
    },
    destinations: {
      list: list('getDestinations'),
      create: call('postDestination'),
      get: call('getDestination'),
      update: call('patchDestination'),
      delete: call('deleteDestination'),
      rotateSecret: call('postDestinationRotateSecret'),
      enable: call('postDestinationEnable'),
      disable: call('postDestinationDisable'),
      test: call('postDestinationTest'),
      replay: call('postDestinationReplay'),
      pull: call('postDestinationPull'),
    },
    eventRoutes: {
      list: list('getNotificationEventTopicRoutes'),
      create: call('postNotificationEventTopicRoute'),
      delete: call('deleteNotificationEventTopicRoute'),
    },
    destinationRoutes: {
      list: list('getTopicDestinationRoutes'),
      create: call('postTopicDestinationRoute'),
      delete: call('deleteTopicDestinationRoute'),
    },
    deliveries: {
      list: list('getDeliveries'),
      get: call('getDelivery'),
      redeliver: call('postDeliveryRedeliver'),
      redeliverAll: call('postDeliveriesRedeliver'),
      report: call('postDeliveryReport'),
    },
    events: {
      publish: call('postEvent'),
      list: list('getEvents'),
      get: call('getEvent'),
      replay: call('postEventReplay'),
    },
    eventSchemas: { list: call('getEventSchemas'), get: call('getEventSchema') },
    whoami: call('getWhoami'),
    session: { begin: call('postSession'), end: call('deleteSession') },
    search: call('getSearch'),
    stats: call('getStats'),
    projects: {
      list: call('getProjects'),
      create: call('postProject'),
      get: call('getProject'),
      update: call('patchProject'),
      erase: call('deleteProject'),
    },
    apiKeys: {
      list: list('getApiKeys'),
      create: call('postApiKey'),
      update: call('patchApiKey'),
      delete: call('deleteApiKey'),
    },
    jwtKeys: {
      list: list('getJwtKeys'),
      create: call('postJwtKey'),
      get: call('getJwtKey'),
      update: call('patchJwtKey'),
      delete: call('deleteJwtKey'),
    },
    audit: { list: list('getAudit') },
    providers: { list: call('getProviders'), get: call('getProvider') },
    providerApps: {
      list: list('getProviderApps'),
      create: call('postProviderApp'),
      update: call('patchProviderApp'),
      delete: call('deleteProviderApp'),
    },
    integrations: {
      apply: call('putIntegrationsBatch') as Call<'putIntegrationsBatch', Applied>,
      create: call('postIntegration'),
      list: list('getIntegrations'),
      get: call('getIntegration'),
      delete: call('deleteIntegration'),
      createRevision: call('postIntegrationRevision'),
      hydrateRevision: call('getIntegrationRevisionHydrate'),
      objectMetadata: call('getIntegrationObjectMetadata'),
      updateObjectConfig: call('patchIntegrationObjectConfigContent'),
    },
    connections: {
      generate: call('postConnectionsGenerate'),
      connect: call('postOauthConnect'),
      reconnect: call('patchConnectionOauthUpdate'),
      list: list('getConnections'),
      get: call('getConnection'),
      update: call('patchConnection'),
      delete: call('deleteConnection'),
    },
    installations: {
      list: list('getInstallations'),
      listOf: list('getIntegrationInstallations'),
      create: call('postIntegrationInstallation'),
      get: call('getIntegrationInstallation'),
      update: call('patchIntegrationInstallation'),
      delete: call('deleteIntegrationInstallation'),
      plan: call('postIntegrationInstallationPlan'),
      operations: list('getIntegrationInstallationOperations'),
      configs: list('getIntegrationInstallationConfigs'),
      config: call('getIntegrationInstallationConfig'),
      restoreConfig: call('postIntegrationInstallationConfigRestore'),
    },
    /** For administrators: in all projects. */
    admin: {
      system: call('getSystem'),
      lanes: list('getAllLanes'),
      lane: call('getAnyLane'),
      pauseLane: call('postAnyLanePause'),
      resumeLane: call('postAnyLaneResume'),
      audit: list('getAllAudit'),
      deadLetters: list('getDeadLetters'),
      deadLetter: call('getDeadLetter'),
      replayDeadLetter: call('postDeadLetterReplay'),
      discardDeadLetter: call('postDeadLetterDiscard'),
    },
  };
}

export type Methods = ReturnType<typeof methodsOf>;
