export { createApiKeyText, hashApiKey, looksLikeApiKey } from './keys/api-key-text.ts';
export { apiKeys, type ApiKey, type ApiKeyRepository } from './keys/api-keys.ts';
export { callerCredentials } from './keys/caller-credentials.ts';
export { findApiKeys, holderOf, toHolder, type ApiKeyHolder, type HolderRow } from './keys/find-api-key.ts';
export { lockProject } from './project/lock-project.ts';
export { projects, type Project, type ProjectRepository } from './project/projects.ts';
export { createKeyring, encryptionKeysVariable, type Keyring } from './secrets/keyring.ts';
export { unseal, seal, SealedError, type SealedPlace } from './secrets/seal.ts';
export { storedEncryptionKeys } from './secrets/stored-encryption-keys.ts';
