export { managementHostFacts, writeHostFacts, type HostAddresses, type HostFacts } from './api/hosts.ts';
export {
  auditEntrySchema,
  auditPageSchema,
  auditQuerySchema,
  type Actor,
  type AuditEntry,
  type AuditQuery,
} from './audit/audit-entry.ts';
export {
  apiKeyListQuerySchema,
  apiKeyListSchema,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
  apiKeySchema,
  holdsScope,
  isScope,
  newApiKeySchema,
  whoamiSchema,
  scopes,
  type ApiKeyAnswer,
  type Scope,
} from './configuration/api-key.ts';
export {
  jwtAlgorithms,
  jwtKeyListSchema,
  jwtKeyPatchSchema,
  jwtKeyRequestSchema,
  jwtKeySchema,
  type JwtAlgorithm,
} from './configuration/jwt-key.ts';
export { consoleHeadersSchema, sessionRequestSchema, signInMembers } from './configuration/session.ts';
export { configContentSchema, mostOfConfig, type ConfigContent } from './configuration/config-content.ts';
export {
  connectionListQuerySchema,
  connectionListSchema,
  connectionPatchSchema,
  connectionQuerySchema,
  connectionRequestSchema,
  connectionSchema,
  type ConnectionAnswer,
  type ConnectionPatch,
  type ConnectionQuery,
  type ConnectionRequest,
} from './configuration/connection.ts';
export { credentialSchemes } from './configuration/credentials.ts';
export {
  installationListQuerySchema,
  installationQuerySchema,
  installationListSchema,
  installationPatchSchema,
  installationRequestSchema,
  configAnswerHeaders,
  configHeadersSchema,
  installationConfigSchema,
  installationSchema,
  objectConfigPatchSchema,
  type InstallationAnswer,
  type InstallationConfigAnswer,
} from './configuration/installation.ts';
export {
  integrationListSchema,
  integrationRequestSchema,
  integrationSchema,
  manifestPlanSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  revisionQuerySchema,
  revisionRequestSchema,
  revisionSchema,
  type IntegrationAnswer,
  type ManifestPlan,
  type RevisionAnswer,
} from './configuration/integration.ts';
export {
  hydratedRevisionSchema,
  hydrateQuerySchema,
  objectMetadataQuerySchema,
  objectMetadataSchema,
  type FieldMetadata,
  type HydratedRevision,
  type ObjectMetadata,
} from './configuration/object-metadata.ts';
export {
  authorizationAddressSchema,
  oauthCallbackPageSchema,
  oauthCallbackQuerySchema,
  oauthConnectRequestSchema,
  openerHeadersSchema,
  type OauthConnectRequest,
} from './configuration/oauth.ts';
export {
  projectListSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectRequestSchema,
  projectSchema,
  builderInfoSchema,
  type BuilderInfoAnswer,
  type ProjectAnswer,
} from './configuration/project.ts';
export {
  providerAppListSchema,
  providerAppPatchSchema,
  providerAppRequestSchema,
  providerAppSchema,
  type ProviderAppAnswer,
} from './configuration/provider-app.ts';
export { providerSchema, providersSchema, type ProviderAnswer } from './configuration/provider.ts';
export { publishedBodies, publishRequestSchema } from './event/publish-request.ts';
export { eventSchemaListSchema, eventSchemaSchema, revalidationHeadersSchema } from './event/event-schema.ts';
export { eventDescriptions, eventTypes, lifecycleTopic, type EventType } from './event/event-types.ts';
export {
  eventDataSchemas,
  lifecycleEventSchema,
  notificationSchema,
  type LifecycleEvent,
} from './event/lifecycle-event.ts';
export {
  deliveriesPreviewSchema,
  leftOutReasons,
  manyParameters,
  operationsPreviewSchema,
  taskPageSchema,
  taskQuerySchema,
  taskSchema,
  taskStartedSchema,
  type LeftOutReason,
  type Task,
  type TaskAction,
  type TaskState,
} from './task/task.ts';
export { ajvOptions, utcTime } from './formats.ts';
export { groupRef, hiddenText, nameForm, shortText } from './fields.ts';
export { forbiddenMembers, forbiddenName, isForbiddenMember } from './forbidden-members.ts';
export { lanePauseSchema, laneSchema, type Lane } from './lane/lane.ts';
export { laneQueues, type LaneKind, type WakeLane } from './jobs.ts';
export { jsonLimits, surveyJson, type JsonFault } from './json-survey.ts';
export { isExact, isJsonObject, namesIn, pointerTo, type JsonObject, type JsonValue } from './json.ts';
export {
  countSchema,
  deliveryAttemptSchema,
  deliveryFilters,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliveryWithAttemptsSchema,
  replayRequestSchema,
  testDeliveryRequestSchema,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryQuery,
  type DeliveryRequest,
  type DeliveryWithAttempts,
  type ReplayRequest,
} from './notification/delivery.ts';
export {
  eventDetailSchema,
  eventPageSchema,
  eventQuerySchema,
  type EventDetail,
  type EventQuery,
  type StoredEvent,
} from './notification/stored-event.ts';
export {
  deadLetterKinds,
  deadLetterPageSchema,
  deadLetterQuerySchema,
  deadLetterSchema,
  deadLetterWithPayloadSchema,
  type DeadLetterAnswer,
  type DeadLetterKind,
  type DeadLetterQuery,
  type DeadLetterWithPayload,
} from './notification/dead-letter.ts';
export {
  destinationListSchema,
  destinationPatchSchema,
  destinationQuerySchema,
  destinationRequestSchema,
  destinationSchema,
  type Destination,
  type DestinationPatch,
  type DestinationRequest,
} from './notification/destination.ts';
export {
  attemptReportSchema,
  pulledSchema,
  pullRequestSchema,
  type AttemptReport,
  type PulledDelivery,
} from './notification/pull.ts';
export {
  eventTopicRouteListSchema,
  eventTopicRouteQuerySchema,
  eventTopicRouteRequestSchema,
  eventTopicRouteSchema,
  topicDestinationRouteListSchema,
  topicDestinationRouteQuerySchema,
  topicDestinationRouteRequestSchema,
  topicDestinationRouteSchema,
  type EventTopicRoute,
  type TopicDestinationRoute,
} from './notification/routes.ts';
export {
  topicChangeSchema,
  topicListSchema,
  topicRequestSchema,
  topicSchema,
  type Topic,
} from './notification/topic.ts';
export {
  operationLogSchema,
  operationSchema,
  type Operation,
  type OperationLog,
} from './operation/operation.ts';
export { operationFaults, waitingReasons } from './operation/operation-words.ts';
export { operationAttemptSchema, type OperationAttempt } from './operation/operation-attempt.ts';
export { operationPageSchema } from './operation/operation-page.ts';
export { operationRecordSchema, type OperationRecord } from './operation/operation-record.ts';
export { recordNowSchema, type RecordNow } from './operation/record-now.ts';
export { patterns, wordsOfPattern } from './patterns.ts';
export { listParameters, listQuerySchema, mostListed, pageOf, pageParameters, type Page } from './page.ts';
export {
  inputValidationProblemSchema,
  problemSchema,
  problemWithIssuesSchema,
  type InputValidationProblem,
  type Problem,
} from './problem.ts';
export { eventFaultTexts, faultDetail } from './schema-faults.ts';
export { systemSchema, type Finding, type System } from './system/system.ts';
export { findingKinds, type FindingCode, type Found } from './system/finding-kinds.ts';
export { isStorable, toStorable } from './storable.ts';
export {
  writeAcknowledgementSchema,
  writeAnswerSchema,
  writeFailureSchema,
  type WriteAcknowledgement,
  type WriteResult,
} from './write/write-answer.ts';
export { writeAnswerExamples, writeRequestExamples } from './write/write-examples.ts';
export { writeAnswerHeaders, writeHeadersSchema } from './write/write-headers.ts';
export { writePlanRequestSchema, writePlanSchema, type WritePlanAnswer } from './write/write-plan.ts';
export {
  writeBodyBytes,
  writeRequestBodies,
  writeRequestSchema,
  type WriteRequest,
} from './write/write-request.ts';
export { partialObject } from './schema.ts';
export {
  longestSearched,
  mostFound,
  searchAnswerSchema,
  searchedText,
  searchQuerySchema,
  type SearchHit,
} from './search/search.ts';
export { statsQuerySchema, statsReach, statsSchema, type Stats, type StatsBucket } from './stats/stats.ts';
