import type { Endpoint } from '@writ/http-kit';
import { depsOf, type InstallationsParts } from './deps.ts';
import { deleteApiKey, getApiKeys, patchApiKey, postApiKey, getWhoami } from './routes/api-key-endpoints.ts';
import {
  getInstallationConfig,
  getInstallationConfigs,
  restoreInstallationConfig,
} from './routes/config-endpoints.ts';
import {
  deleteConnection,
  getConnection,
  getConnections,
  patchConnection,
  postConnectionsGenerate,
} from './routes/connection-endpoints.ts';
import {
  deleteInstallation,
  getInstallation,
  getInstallations,
  getIntegrationInstallations,
  postInstallation,
} from './routes/installation-endpoints.ts';
import { deleteIntegration, getIntegration, getIntegrations } from './routes/integration-endpoints.ts';
import {
  deleteProviderApp,
  getProviderApps,
  patchProviderApp,
  postProviderApp,
} from './routes/provider-app-endpoints.ts';
import { deleteJwtKey, getJwtKey, getJwtKeys, patchJwtKey, postJwtKey } from './routes/jwt-key-endpoints.ts';
import { getProject, getProjects, patchProject, postProject } from './routes/project-endpoints.ts';
import { getProvider, getProviders } from './routes/provider-endpoints.ts';
import { patchInstallation } from './routes/patch-installation.ts';
import { patchObjectConfigContent } from './routes/patch-object-config-content.ts';
import { putIntegrationsBatch } from './routes/put-integrations-batch.ts';

/** The endpoints of the configuration resources (Contract §5), over what was opened before. */
export function composeInstallations(parts: InstallationsParts): { endpoints: readonly Endpoint[] } {
  const deps = depsOf(parts);
  return {
    endpoints: [
      getWhoami(deps),
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
      getProviders(deps),
      getProvider(deps),
      putIntegrationsBatch(deps),
      getIntegrations(deps),
      getIntegration(deps),
      deleteIntegration(deps),
      postConnectionsGenerate(deps),
      getConnections(deps),
      getConnection(deps),
      patchConnection(deps),
      deleteConnection(deps),
      getProviderApps(deps),
      postProviderApp(deps),
      patchProviderApp(deps),
      deleteProviderApp(deps),
      getIntegrationInstallations(deps),
      postInstallation(deps),
      getInstallation(deps),
      patchInstallation(deps),
      patchObjectConfigContent(deps),
      deleteInstallation(deps),
      getInstallationConfigs(deps),
      getInstallationConfig(deps),
      restoreInstallationConfig(deps),
      getInstallations(deps),
    ],
  };
}
