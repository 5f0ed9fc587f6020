export { nameOf, withoutDoubles, withWriteSection } from './config/config-content.ts';
export { configFaults, type ConfigFault } from './config/config-rules.ts';
export { patchObject, type ObjectChange } from './config/patch-object.ts';
export { crmLacks, namedFields } from './config/crm-fields.ts';
export { unusedDefaults } from './config/unused-defaults.ts';
export { memberAt, splitMaskPath, withMember, type MemberPath } from './config/subtree.ts';
export {
  accountsOfGroup,
  changeConnection,
  findConnection,
  groupsOfAccounts,
  holdConnection,
  findSealedCredentials,
  connectionUsers,
  listConnections,
  listUnverified,
  insertConnection,
  removeConnection,
  type Connection,
} from './connection/connections.ts';
export { countDeadConnections, refusedApps, type RefusedApp } from './connection/broken-connections.ts';
export { quotaPercents } from './connection/quota-percents.ts';
export {
  isRenewable,
  sealCredentials,
  shareSecret,
  unsealCredentials,
  type ConnectionCredentials,
} from './connection/credentials.ts';
export {
  accountsWithoutConnection,
  countInstalled,
  eraseConfigs,
  eraseConnections,
  eraseConnects,
  eraseInstallations,
  eraseOwnConfigs,
} from './group/erase-group.ts';
export { eraseApps, eraseConnectsOfProject, eraseInstalledOfProject } from './group/erase-project.ts';
export { hasRevocations } from './tokens/grant-revocations.ts';
export { revokeGrants, type RevokingDeps } from './tokens/revoke-grants.ts';
export { listGroups, type GroupRow } from './group/list-groups.ts';
export { connectionFacts } from './events/connection-facts.ts';
export {
  findInstallationFacts,
  installationFacts,
  type InstallationRef,
} from './events/installation-facts.ts';
export {
  findConfig,
  listConfigs,
  listConfigsOfGroup,
  type InstallationConfig,
} from './installation/configs.ts';
export {
  changeInstallation,
  findInstallation,
  holdInstallation,
  isHealthy,
  listInstallations,
  insertInstallation,
  removeInstallation,
  switchUnmappedFieldRemoval,
  countInstallations,
  type Installation,
} from './installation/installations.ts';
export { listForeignConnections } from './write-road/foreign-connections.ts';
export { mappingOfWrite } from './installation/mapping-of-write.ts';
export {
  dropIntegrations,
  findIntegration,
  findRepeated,
  holdIntegration,
  findRevision,
  listIntegrationHeads,
  listIntegrations,
  lockIntegrations,
  insertIntegrations,
  reviseIntegrations,
  type Integration,
  type IntegrationHead,
  type Revision,
} from './integration/integrations.ts';
export { planManifest } from './integration/plan-manifest.ts';
export type { Manifest, ManifestIntegration, ManifestObject } from './manifest/manifest.ts';
export { readManifest, type ManifestFault } from './manifest/read-manifest.ts';
export {
  insertOauthConnect,
  removeLateConnects,
  takeOauthConnect,
  type OauthConnect,
  type TakenConnect,
} from './oauth/oauth-connects.ts';
export { findAppCredentials, providerApps, type ProviderApp } from './provider-app/provider-apps.ts';
export type { LiveConnection } from './tokens/live-connection.ts';
export { liveConnections, type LiveConnections } from './tokens/live-connections.ts';
export {
  planRenewals,
  setUnrenewableAside,
  setUnusedAside,
  takeDueRenewals,
} from './tokens/planned-renewals.ts';
export { askLive, sendLive } from './tokens/send-live.ts';
export { storeDead, storeVerified, type Announce } from './tokens/store-tokens.ts';
export {
  connectionsForCall,
  type ConnectionForCall,
  type FindConnectionForCall,
} from './write-road/connections-for-call.ts';
export {
  installationForPlan,
  type InIntegration,
  type InstallationForWrite,
} from './write-road/installations-for-write.ts';
export {
  installationsForCall,
  type FindInstallationForCall,
  type InstallationForCall,
} from './write-road/installations-for-call.ts';
export { writeLookUps, type WriteLookUps } from './write-road/write-look-ups.ts';
export {
  findInstallationsNow,
  isSameAccount,
  notWaitingForConnection,
  type InstallationNow,
} from './write-road/installations-now.ts';
