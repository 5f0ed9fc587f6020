/* eslint-disable */
// Made of the OpenAPI documents: npm run openapi:write

/** Where each operation is found, and whether it takes a body and a query. */
export const routes = {
  getOperations: {"method":"GET","path":"/projects/{projectIdOrName}/operations","body":false,"query":true},
  postOperationsCancel: {"method":"POST","path":"/projects/{projectIdOrName}/operations:cancel","body":false,"query":true},
  postOperationsRetry: {"method":"POST","path":"/projects/{projectIdOrName}/operations:retry","body":false,"query":true},
  getOperation: {"method":"GET","path":"/projects/{projectIdOrName}/operations/{operationId}","body":false,"query":false},
  postOperationCancel: {"method":"POST","path":"/projects/{projectIdOrName}/operations/{operationId}:cancel","body":false,"query":true},
  postOperationRetry: {"method":"POST","path":"/projects/{projectIdOrName}/operations/{operationId}:retry","body":false,"query":false},
  getOperationRecords: {"method":"GET","path":"/projects/{projectIdOrName}/operations/{operationId}/records","body":false,"query":true},
  getOperationAttempts: {"method":"GET","path":"/projects/{projectIdOrName}/operations/{operationId}/attempts","body":false,"query":true},
  getOperationLogs: {"method":"GET","path":"/projects/{projectIdOrName}/operations/{operationId}/logs","body":false,"query":false},
  getIntegrationInstallationOperations: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}/operations","body":false,"query":true},
  getSearch: {"method":"GET","path":"/projects/{projectIdOrName}/search","body":false,"query":true},
  getStats: {"method":"GET","path":"/projects/{projectIdOrName}/stats","body":false,"query":true},
  getGroups: {"method":"GET","path":"/projects/{projectIdOrName}/groups","body":false,"query":true},
  deleteGroups: {"method":"DELETE","path":"/projects/{projectIdOrName}/groups","body":false,"query":true},
  postGroupsExport: {"method":"POST","path":"/projects/{projectIdOrName}/groups:export","body":false,"query":true},
  getTasks: {"method":"GET","path":"/projects/{projectIdOrName}/tasks","body":false,"query":true},
  getTask: {"method":"GET","path":"/projects/{projectIdOrName}/tasks/{taskId}","body":false,"query":false},
  getTaskArchive: {"method":"GET","path":"/projects/{projectIdOrName}/tasks/{taskId}/archive","body":false,"query":false},
  postTaskStop: {"method":"POST","path":"/projects/{projectIdOrName}/tasks/{taskId}:stop","body":false,"query":false},
  getLanes: {"method":"GET","path":"/projects/{projectIdOrName}/lanes","body":false,"query":true},
  getLane: {"method":"GET","path":"/projects/{projectIdOrName}/lanes/{laneId}","body":false,"query":false},
  postLanePause: {"method":"POST","path":"/projects/{projectIdOrName}/lanes/{laneId}:pause","body":true,"query":false},
  postLaneResume: {"method":"POST","path":"/projects/{projectIdOrName}/lanes/{laneId}:resume","body":false,"query":false},
  getAllLanes: {"method":"GET","path":"/lanes","body":false,"query":true},
  getAnyLane: {"method":"GET","path":"/lanes/{laneId}","body":false,"query":false},
  postAnyLanePause: {"method":"POST","path":"/lanes/{laneId}:pause","body":true,"query":false},
  postAnyLaneResume: {"method":"POST","path":"/lanes/{laneId}:resume","body":false,"query":false},
  getSystem: {"method":"GET","path":"/system","body":false,"query":false},
  getTopics: {"method":"GET","path":"/projects/{projectIdOrName}/topics","body":false,"query":true},
  postTopic: {"method":"POST","path":"/projects/{projectIdOrName}/topics","body":true,"query":false},
  patchTopic: {"method":"PATCH","path":"/projects/{projectIdOrName}/topics/{topicId}","body":true,"query":false},
  deleteTopic: {"method":"DELETE","path":"/projects/{projectIdOrName}/topics/{topicId}","body":false,"query":false},
  getDestinations: {"method":"GET","path":"/projects/{projectIdOrName}/destinations","body":false,"query":true},
  postDestination: {"method":"POST","path":"/projects/{projectIdOrName}/destinations","body":true,"query":false},
  getDestination: {"method":"GET","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}","body":false,"query":true},
  patchDestination: {"method":"PATCH","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}","body":true,"query":false},
  deleteDestination: {"method":"DELETE","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}","body":false,"query":false},
  postDestinationRotateSecret: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:rotate-secret","body":false,"query":false},
  postDestinationEnable: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:enable","body":false,"query":false},
  postDestinationDisable: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:disable","body":false,"query":false},
  postDestinationTest: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:test","body":true,"query":false},
  postDestinationReplay: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:replay","body":true,"query":false},
  postDestinationPull: {"method":"POST","path":"/projects/{projectIdOrName}/destinations/{destinationIdOrName}:pull","body":true,"query":false},
  getNotificationEventTopicRoutes: {"method":"GET","path":"/projects/{projectIdOrName}/notification-event-topic-routes","body":false,"query":true},
  postNotificationEventTopicRoute: {"method":"POST","path":"/projects/{projectIdOrName}/notification-event-topic-routes","body":true,"query":false},
  deleteNotificationEventTopicRoute: {"method":"DELETE","path":"/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}","body":false,"query":false},
  getTopicDestinationRoutes: {"method":"GET","path":"/projects/{projectIdOrName}/topic-destination-routes","body":false,"query":true},
  postTopicDestinationRoute: {"method":"POST","path":"/projects/{projectIdOrName}/topic-destination-routes","body":true,"query":false},
  deleteTopicDestinationRoute: {"method":"DELETE","path":"/projects/{projectIdOrName}/topic-destination-routes/{routeId}","body":false,"query":false},
  getDeliveries: {"method":"GET","path":"/projects/{projectIdOrName}/deliveries","body":false,"query":true},
  postDeliveriesRedeliver: {"method":"POST","path":"/projects/{projectIdOrName}/deliveries:redeliver","body":false,"query":true},
  getDelivery: {"method":"GET","path":"/projects/{projectIdOrName}/deliveries/{deliveryId}","body":false,"query":false},
  postDeliveryRedeliver: {"method":"POST","path":"/projects/{projectIdOrName}/deliveries/{deliveryId}:redeliver","body":false,"query":false},
  postDeliveryReport: {"method":"POST","path":"/projects/{projectIdOrName}/deliveries/{deliveryId}:report","body":true,"query":false},
  postEvent: {"method":"POST","path":"/projects/{projectIdOrName}/events","body":true,"query":false},
  getEvents: {"method":"GET","path":"/projects/{projectIdOrName}/events","body":false,"query":true},
  getEvent: {"method":"GET","path":"/projects/{projectIdOrName}/events/{storedEventId}","body":false,"query":false},
  postEventReplay: {"method":"POST","path":"/projects/{projectIdOrName}/events/{storedEventId}:replay","body":false,"query":false},
  getDeadLetters: {"method":"GET","path":"/dead-letters","body":false,"query":true},
  getDeadLetter: {"method":"GET","path":"/dead-letters/{deadLetterId}","body":false,"query":false},
  postDeadLetterReplay: {"method":"POST","path":"/dead-letters/{deadLetterId}:replay","body":false,"query":false},
  postDeadLetterDiscard: {"method":"POST","path":"/dead-letters/{deadLetterId}:discard","body":false,"query":false},
  getEventSchemas: {"method":"GET","path":"/event-schemas","body":false,"query":false},
  getEventSchema: {"method":"GET","path":"/event-schemas/{eventType}","body":false,"query":false},
  getWhoami: {"method":"GET","path":"/whoami","body":false,"query":false},
  postSession: {"method":"POST","path":"/session","body":true,"query":false},
  deleteSession: {"method":"DELETE","path":"/session","body":false,"query":false},
  getMyInfo: {"method":"GET","path":"/my-info","body":false,"query":false},
  getProjects: {"method":"GET","path":"/projects","body":false,"query":false},
  postProject: {"method":"POST","path":"/projects","body":true,"query":false},
  getProject: {"method":"GET","path":"/projects/{projectIdOrName}","body":false,"query":true},
  patchProject: {"method":"PATCH","path":"/projects/{projectIdOrName}","body":true,"query":false},
  deleteProject: {"method":"DELETE","path":"/projects/{projectIdOrName}","body":false,"query":true},
  getApiKeys: {"method":"GET","path":"/projects/{projectIdOrName}/api-keys","body":false,"query":true},
  postApiKey: {"method":"POST","path":"/projects/{projectIdOrName}/api-keys","body":true,"query":false},
  patchApiKey: {"method":"PATCH","path":"/projects/{projectIdOrName}/api-keys/{apiKeyId}","body":true,"query":false},
  deleteApiKey: {"method":"DELETE","path":"/projects/{projectIdOrName}/api-keys/{apiKeyId}","body":false,"query":false},
  getJwtKeys: {"method":"GET","path":"/projects/{projectIdOrName}/jwt-keys","body":false,"query":true},
  postJwtKey: {"method":"POST","path":"/projects/{projectIdOrName}/jwt-keys","body":true,"query":false},
  getJwtKey: {"method":"GET","path":"/projects/{projectIdOrName}/jwt-keys/{jwtKeyId}","body":false,"query":false},
  patchJwtKey: {"method":"PATCH","path":"/projects/{projectIdOrName}/jwt-keys/{jwtKeyId}","body":true,"query":false},
  deleteJwtKey: {"method":"DELETE","path":"/projects/{projectIdOrName}/jwt-keys/{jwtKeyId}","body":false,"query":false},
  getAudit: {"method":"GET","path":"/projects/{projectIdOrName}/audit","body":false,"query":true},
  getAllAudit: {"method":"GET","path":"/audit","body":false,"query":true},
  getProviders: {"method":"GET","path":"/providers","body":false,"query":false},
  getProvider: {"method":"GET","path":"/providers/{name}","body":false,"query":false},
  putIntegrationsBatch: {"method":"PUT","path":"/projects/{projectIdOrName}/integrations:batch","body":true,"query":true},
  postIntegration: {"method":"POST","path":"/projects/{projectIdOrName}/integrations","body":true,"query":false},
  getIntegrations: {"method":"GET","path":"/projects/{projectIdOrName}/integrations","body":false,"query":true},
  postIntegrationRevision: {"method":"POST","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/revisions","body":true,"query":true},
  getIntegrationRevisionHydrate: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/revisions/{revisionId}:hydrate","body":false,"query":true},
  getIntegrationObjectMetadata: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/objects/{objectName}/metadata","body":false,"query":true},
  getIntegration: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}","body":false,"query":false},
  deleteIntegration: {"method":"DELETE","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}","body":false,"query":false},
  postConnectionsGenerate: {"method":"POST","path":"/projects/{projectIdOrName}/connections:generate","body":true,"query":false},
  getConnections: {"method":"GET","path":"/projects/{projectIdOrName}/connections","body":false,"query":true},
  getConnection: {"method":"GET","path":"/projects/{projectIdOrName}/connections/{connectionId}","body":false,"query":true},
  patchConnection: {"method":"PATCH","path":"/projects/{projectIdOrName}/connections/{connectionId}","body":true,"query":false},
  deleteConnection: {"method":"DELETE","path":"/projects/{projectIdOrName}/connections/{connectionId}","body":false,"query":false},
  postOauthConnect: {"method":"POST","path":"/oauth-connect","body":true,"query":false},
  patchConnectionOauthUpdate: {"method":"PATCH","path":"/projects/{projectIdOrName}/connections/{connectionId}:oauth-update","body":false,"query":false},
  getOauthCallback: {"method":"GET","path":"/oauth/callback","body":false,"query":true},
  getProviderApps: {"method":"GET","path":"/projects/{projectIdOrName}/provider-apps","body":false,"query":true},
  postProviderApp: {"method":"POST","path":"/projects/{projectIdOrName}/provider-apps","body":true,"query":false},
  patchProviderApp: {"method":"PATCH","path":"/projects/{projectIdOrName}/provider-apps/{providerAppId}","body":true,"query":false},
  deleteProviderApp: {"method":"DELETE","path":"/projects/{projectIdOrName}/provider-apps/{providerAppId}","body":false,"query":false},
  getIntegrationInstallations: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations","body":false,"query":true},
  postIntegrationInstallation: {"method":"POST","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations","body":true,"query":false},
  getIntegrationInstallation: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}","body":false,"query":true},
  patchIntegrationInstallation: {"method":"PATCH","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}","body":true,"query":false},
  deleteIntegrationInstallation: {"method":"DELETE","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}","body":false,"query":false},
  postIntegrationInstallationPlan: {"method":"POST","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}:plan","body":true,"query":false},
  patchIntegrationObjectConfigContent: {"method":"PATCH","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/objects/{objectName}/config-content","body":true,"query":false},
  getIntegrationInstallationConfigs: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}/configs","body":false,"query":true},
  getIntegrationInstallationConfig: {"method":"GET","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}/configs/{configId}","body":false,"query":false},
  postIntegrationInstallationConfigRestore: {"method":"POST","path":"/projects/{projectIdOrName}/integrations/{integrationIdOrName}/installations/{installationId}/configs/{configId}:restore","body":false,"query":false},
  getInstallations: {"method":"GET","path":"/projects/{projectIdOrName}/installations","body":false,"query":true},
  postOperationRecordRead: {"method":"POST","path":"/projects/{projectIdOrName}/operations/{operationId}/records/{index}:read","body":false,"query":false},
} as const;

/** What the path of each operation leaves open beside the project, in its order. */
export type PathArguments = {
  getOperations: [];
  postOperationsCancel: [];
  postOperationsRetry: [];
  getOperation: [operationId: string];
  postOperationCancel: [operationId: string];
  postOperationRetry: [operationId: string];
  getOperationRecords: [operationId: string];
  getOperationAttempts: [operationId: string];
  getOperationLogs: [operationId: string];
  getIntegrationInstallationOperations: [integrationIdOrName: string, installationId: string];
  getSearch: [];
  getStats: [];
  getGroups: [];
  deleteGroups: [];
  postGroupsExport: [];
  getTasks: [];
  getTask: [taskId: string];
  getTaskArchive: [taskId: string];
  postTaskStop: [taskId: string];
  getLanes: [];
  getLane: [laneId: string];
  postLanePause: [laneId: string];
  postLaneResume: [laneId: string];
  getAllLanes: [];
  getAnyLane: [laneId: string];
  postAnyLanePause: [laneId: string];
  postAnyLaneResume: [laneId: string];
  getSystem: [];
  getTopics: [];
  postTopic: [];
  patchTopic: [topicId: string];
  deleteTopic: [topicId: string];
  getDestinations: [];
  postDestination: [];
  getDestination: [destinationIdOrName: string];
  patchDestination: [destinationIdOrName: string];
  deleteDestination: [destinationIdOrName: string];
  postDestinationRotateSecret: [destinationIdOrName: string];
  postDestinationEnable: [destinationIdOrName: string];
  postDestinationDisable: [destinationIdOrName: string];
  postDestinationTest: [destinationIdOrName: string];
  postDestinationReplay: [destinationIdOrName: string];
  postDestinationPull: [destinationIdOrName: string];
  getNotificationEventTopicRoutes: [];
  postNotificationEventTopicRoute: [];
  deleteNotificationEventTopicRoute: [routeId: string];
  getTopicDestinationRoutes: [];
  postTopicDestinationRoute: [];
  deleteTopicDestinationRoute: [routeId: string];
  getDeliveries: [];
  postDeliveriesRedeliver: [];
  getDelivery: [deliveryId: string];
  postDeliveryRedeliver: [deliveryId: string];
  postDeliveryReport: [deliveryId: string];
  postEvent: [];
  getEvents: [];
  getEvent: [storedEventId: string];
  postEventReplay: [storedEventId: string];
  getDeadLetters: [];
  getDeadLetter: [deadLetterId: string];
  postDeadLetterReplay: [deadLetterId: string];
  postDeadLetterDiscard: [deadLetterId: string];
  getEventSchemas: [];
  getEventSchema: [eventType: string];
  getWhoami: [];
  postSession: [];
  deleteSession: [];
  getMyInfo: [];
  getProjects: [];
  postProject: [];
  getProject: [];
  patchProject: [];
  deleteProject: [];
  getApiKeys: [];
  postApiKey: [];
  patchApiKey: [apiKeyId: string];
  deleteApiKey: [apiKeyId: string];
  getJwtKeys: [];
  postJwtKey: [];
  getJwtKey: [jwtKeyId: string];
  patchJwtKey: [jwtKeyId: string];
  deleteJwtKey: [jwtKeyId: string];
  getAudit: [];
  getAllAudit: [];
  getProviders: [];
  getProvider: [name: string];
  putIntegrationsBatch: [];
  postIntegration: [];
  getIntegrations: [];
  postIntegrationRevision: [integrationIdOrName: string];
  getIntegrationRevisionHydrate: [integrationIdOrName: string, revisionId: string];
  getIntegrationObjectMetadata: [integrationIdOrName: string, objectName: string];
  getIntegration: [integrationIdOrName: string];
  deleteIntegration: [integrationIdOrName: string];
  postConnectionsGenerate: [];
  getConnections: [];
  getConnection: [connectionId: string];
  patchConnection: [connectionId: string];
  deleteConnection: [connectionId: string];
  postOauthConnect: [];
  patchConnectionOauthUpdate: [connectionId: string];
  getOauthCallback: [];
  getProviderApps: [];
  postProviderApp: [];
  patchProviderApp: [providerAppId: string];
  deleteProviderApp: [providerAppId: string];
  getIntegrationInstallations: [integrationIdOrName: string];
  postIntegrationInstallation: [integrationIdOrName: string];
  getIntegrationInstallation: [integrationIdOrName: string, installationId: string];
  patchIntegrationInstallation: [integrationIdOrName: string, installationId: string];
  deleteIntegrationInstallation: [integrationIdOrName: string, installationId: string];
  postIntegrationInstallationPlan: [integrationIdOrName: string, installationId: string];
  patchIntegrationObjectConfigContent: [integrationIdOrName: string, objectName: string];
  getIntegrationInstallationConfigs: [integrationIdOrName: string, installationId: string];
  getIntegrationInstallationConfig: [integrationIdOrName: string, installationId: string, configId: string];
  postIntegrationInstallationConfigRestore: [integrationIdOrName: string, installationId: string, configId: string];
  getInstallations: [];
  postOperationRecordRead: [operationId: string, index: string];
};
