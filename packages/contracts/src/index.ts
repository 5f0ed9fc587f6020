export * from './api/hosts.ts';
export * from './audit/audit-entry.ts';
export * from './configuration/api-key.ts';
export * from './configuration/jwt-key.ts';
export * from './configuration/session.ts';
export * from './configuration/config-content.ts';
export * from './configuration/connection.ts';
export * from './configuration/credentials.ts';
export * from './configuration/installation.ts';
export * from './configuration/integration.ts';
export * from './configuration/object-metadata.ts';
export * from './configuration/oauth.ts';
export * from './configuration/project.ts';
export * from './configuration/provider-app.ts';
export * from './configuration/provider.ts';
export * from './event/publish-request.ts';
export * from './event/event-schema.ts';
export * from './event/event-types.ts';
export * from './event/lifecycle-event.ts';
export * from './group/group.ts';
export * from './task/task.ts';
export * from './formats.ts';
export { groupRef, hiddenText, nameForm, shortText } from './fields.ts';
export * from './forbidden-members.ts';
export * from './lane/lane.ts';
export * from './jobs.ts';
export * from './json-survey.ts';
export * from './json.ts';
export * from './notification/delivery.ts';
export * from './notification/stored-event.ts';
export * from './notification/dead-letter.ts';
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
export * from './notification/pull.ts';
export * from './notification/routes.ts';
export * from './notification/topic.ts';
export * from './operation/operation.ts';
export * from './operation/operation-words.ts';
export * from './operation/operation-attempt.ts';
export * from './operation/operation-page.ts';
export * from './operation/operation-record.ts';
export * from './operation/record-now.ts';
export * from './patterns.ts';
export * from './page.ts';
export * from './problem.ts';
export * from './schema-faults.ts';
export * from './system/system.ts';
export { findingKinds, type FindingCode, type Found } from './system/finding-kinds.ts';
export * from './storable.ts';
export * from './write/write-answer.ts';
export * from './write/write-examples.ts';
export * from './write/write-headers.ts';
export * from './write/write-plan.ts';
export {
  writeBodyBytes,
  writeRequestBodies,
  writeRequestSchema,
  writeTypes,
  type WriteRequest,
} from './write/write-request.ts';
export { partialObject } from './schema.ts';
export * from './search/search.ts';
export * from './stats/stats.ts';
