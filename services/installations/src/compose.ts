import type { Endpoint } from '@writ/http-kit';
import { depsOf, type InstallationsParts } from './deps.ts';
import type { RenewingDeps } from './connections/renew-connection.ts';
import { objectDescriptions, type DescribingParts } from './metadata/object-descriptions.ts';
import type { ReadingParts } from './records/read-record-now.ts';
import { deleteApiKey, getApiKeys, patchApiKey, postApiKey } from './routes/projects/api-key-endpoints.ts';
import {
  getInstallationConfig,
  getInstallationConfigs,
  restoreInstallationConfig,
} from './routes/installations/config-endpoints.ts';
import {
  deleteConnection,
  getConnection,
  getConnections,
  patchConnection,
  postConnectionsGenerate,
} from './routes/connections/connection-endpoints.ts';
import {
  deleteInstallation,
  getInstallation,
  getInstallations,
  getIntegrationInstallations,
  postInstallation,
} from './routes/installations/installation-endpoints.ts';
import {
  deleteIntegration,
  getIntegration,
  getIntegrations,
} from './routes/integrations/integration-endpoints.ts';
import {
  deleteProviderApp,
  getProviderApps,
  patchProviderApp,
  postProviderApp,
} from './routes/connections/provider-app-endpoints.ts';
import {
  deleteJwtKey,
  getJwtKey,
  getJwtKeys,
  patchJwtKey,
  postJwtKey,
} from './routes/projects/jwt-key-endpoints.ts';
import {
  getMyInfo,
  getProject,
  getProjects,
  patchProject,
  postProject,
} from './routes/projects/project-endpoints.ts';
import { deleteSession, getWhoami, postSession } from './routes/projects/session-endpoints.ts';
import { getAllAudit, getAudit } from './routes/projects/audit-endpoints.ts';
import {
  getOauthCallback,
  patchConnectionOauthUpdate,
  postOauthConnect,
} from './routes/connections/oauth-endpoints.ts';
import { getProvider, getProviders } from './routes/connections/provider-endpoints.ts';
import { readRecord } from './routes/operations/read-record.ts';
import { planWrite } from './routes/installations/plan-write.ts';
import { patchInstallation } from './routes/installations/patch-installation.ts';
import { patchObjectConfigContent } from './routes/installations/patch-object-config-content.ts';
import { getHydratedRevision, getObjectMetadata } from './routes/integrations/metadata-endpoints.ts';
import { postIntegration, postIntegrationRevision } from './routes/integrations/post-integration.ts';
import { putIntegrationsBatch } from './routes/integrations/put-integrations-batch.ts';

/** The endpoints of the configuration resources (Contract §5), over what was opened before. */
export function composeInstallations(
  parts: InstallationsParts & DescribingParts & ReadingParts & Pick<RenewingDeps, 'connections'>,
): {
  endpoints: readonly Endpoint[];
} {
  const deps = depsOf(parts);
  const { connections } = parts;
  const asking = { ...deps, connections, describeObject: objectDescriptions(parts) };
  return {
    endpoints: [
      getWhoami(deps),
      postSession(deps),
      deleteSession(deps),
      getMyInfo(deps),
      getProjects(deps),
      postProject(deps),
      getProject(deps),
      patchProject(deps),
      getApiKeys(deps),
      postApiKey(deps),
      patchApiKey(deps),
      deleteApiKey(deps),
      getJwtKeys(deps),
      postJwtKey(deps),
      getJwtKey(deps),
      patchJwtKey(deps),
      deleteJwtKey(deps),
      getAudit(deps),
      getAllAudit(deps),
      getProviders(deps),
      getProvider(deps),
      putIntegrationsBatch(deps),
      postIntegration(deps),
      postIntegrationRevision(deps),
      getHydratedRevision(asking),
      getObjectMetadata(asking),
      getIntegrations(deps),
      getIntegration(deps),
      deleteIntegration(deps),
      ...connectionEndpoints(asking),
      getIntegrationInstallations(deps),
      postInstallation(asking),
      getInstallation(deps),
      patchInstallation(asking),
      planWrite(deps),
      patchObjectConfigContent(asking),
      deleteInstallation(deps),
      getInstallationConfigs(deps),
      getInstallationConfig(deps),
      restoreInstallationConfig(asking),
      getInstallations(deps),
      readRecord(parts),
    ],
  };
}

const connectionEndpoints = (deps: RenewingDeps): readonly Endpoint[] => [
  postConnectionsGenerate(deps),
  getConnections(deps),
  getConnection(deps),
  patchConnection(deps),
  deleteConnection(deps),
  postOauthConnect(deps),
  patchConnectionOauthUpdate(deps),
  getOauthCallback(deps),
  getProviderApps(deps),
  postProviderApp(deps),
  patchProviderApp(deps),
  deleteProviderApp(deps),
];
