export type { JsonObject, JsonValue } from './json.ts';
export {
  judgeAttempt,
  judgeOverdue,
  type JudgedOperation,
  type JudgedRecord,
  type Judgement,
} from './judge-attempt.ts';
export { mostTogether, mostUnfindable, uniqueValuesOf } from './most-together.ts';
export {
  culpritsOf,
  type BatchOutcome,
  type Failed,
  type FailureKind,
  type Faults,
  type ProviderFault,
  type QuotaLimit,
  type RecordOutcome,
  type Written,
} from './outcome.ts';
export { planWrite, refusedCode, type PlannedWrite, type WritePlan } from './plan-write.ts';
export {
  gatherNotes,
  logOnlyNote,
  mappingNotes,
  noteLines,
  warningsOf,
  writtenLines,
  type FieldNote,
  type NoteLine,
} from './plan/field-notes.ts';
export { fieldFates } from './plan/field-fates.ts';
export { whyUnused } from './plan/field-routes.ts';
export { mostFields } from './plan/plan-record.ts';
export { asWritten, toWriteSettings, type WriteSettings } from './plan/write-settings.ts';
export {
  looksFirst,
  upsertKeyOf,
  type AssociationPlan,
  type ForwardHeader,
  type PlannedRecord,
  type UpsertPlan,
  type WriteType,
} from './plan.ts';
export type { CredentialScheme, ProviderDeclaration } from './provider-declaration.ts';
export { causesText, faultText, resultTexts } from './result-text.ts';
export { retryAfterMs } from './retry-after.ts';
export { backoffMs, leastWaitMs } from './retry.ts';
export { foldedValue, searchedValuesOf } from './searched-values.ts';
export type { When, WriteCommand, WriteRecord } from './write-command.ts';
