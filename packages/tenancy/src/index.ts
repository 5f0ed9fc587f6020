export {
  insertAuditEntries,
  listAuditEntries,
  removeAuditEntries,
  type Act,
  type AuditRow,
} from './audit/audit-entries.ts';
export { createApiKeyText, hashApiKey, isForPages, looksLikeApiKey } from './keys/api-key-text.ts';
export { apiKeys, countExpiringKeys, type ApiKey } from './keys/api-keys.ts';
export { eraseAuditEntries } from './erasure/erase-audit.ts';
export {
  beginErasureOfProject,
  eraseCallers,
  eraseProject,
  isLiveProject,
  projectErasureAgeMs,
} from './erasure/erase-project.ts';
export {
  beginErasure,
  endErasure,
  erasedMark,
  erasureAgeMs,
  groupHash,
  isOfErasedGroup,
  type GroupKey,
} from './erasure/erased-groups.ts';
export { callerCredentials } from './callers/caller-credentials.ts';
export {
  findHolders,
  holderOfKey,
  holderOfToken,
  keyHolder,
  tokenHolder,
  type Credential,
  type Holder,
  type HolderRow,
  type TokenHolderRow,
} from './keys/find-holder.ts';
export { projectsWithPageKeys } from './keys/page-keys.ts';
export { keyUses } from './keys/key-uses.ts';
export { jwtKeys, type JwtKey } from './keys/jwt-keys.ts';
export { publicKeyFault } from './keys/public-key.ts';
export { createTokenReader, keyIdOf, type ReadToken } from './keys/read-token.ts';
export { scopesNow } from './callers/scopes-now.ts';
export {
  adminHash,
  findSignedIn,
  insertSession,
  removeOldSessions,
  removeSession,
  type EndsWith,
} from './sessions/sessions.ts';
export { insertConsoleCode, useConsoleCode } from './sessions/console-codes.ts';
export { lockProject } from './project/lock-project.ts';
export { unknownProjects } from './project/known-projects.ts';
export { projectRows } from './rows/project-rows.ts';
export { longestOwnRetention, projectSettings, projects, type Project } from './project/projects.ts';
export { createKeyring, encryptionKeysVariable, withNewKey, type Keyring } from './secrets/keyring.ts';
export { SealedError } from './secrets/seal.ts';
export { projectSecrets, type Seal, type Secrets } from './secrets/project-secrets.ts';
export type { HashValue } from './secrets/hash-value.ts';
export { reseal, type Resealed } from './secrets/reseal.ts';
export { storedEncryptionKeys } from './secrets/stored-encryption-keys.ts';
export { checkKeysInUse, type CheckedKey } from './secrets/keys-in-use.ts';
export type { SealedPlace } from './secrets/sealed-columns.ts';
