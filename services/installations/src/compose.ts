import type { Endpoint } from '@writ/http-kit';
import { depsOf, type InstallationsParts } from './deps.ts';
import { deleteApiKey } from './routes/delete-api-key.ts';
import { deleteConnection } from './routes/delete-connection.ts';
import { deleteInstallation } from './routes/delete-installation.ts';
import { deleteIntegration } from './routes/delete-integration.ts';
import { deleteProviderApp } from './routes/delete-provider-app.ts';
import { getApiKeys } from './routes/get-api-keys.ts';
import { getConnection } from './routes/get-connection.ts';
import { getConnections } from './routes/get-connections.ts';
import { getInstallation } from './routes/get-installation.ts';
import { getInstallations } from './routes/get-installations.ts';
import { getIntegrationInstallations } from './routes/get-integration-installations.ts';
import { getIntegration } from './routes/get-integration.ts';
import { getIntegrations } from './routes/get-integrations.ts';
import { getProject } from './routes/get-project.ts';
import { getProjects } from './routes/get-projects.ts';
import { getProviderApps } from './routes/get-provider-apps.ts';
import { getProvider } from './routes/get-provider.ts';
import { getProviders } from './routes/get-providers.ts';
import { patchApiKey } from './routes/patch-api-key.ts';
import { patchConnection } from './routes/patch-connection.ts';
import { patchInstallation } from './routes/patch-installation.ts';
import { patchObjectConfigContent } from './routes/patch-object-config-content.ts';
import { patchProject } from './routes/patch-project.ts';
import { patchProviderApp } from './routes/patch-provider-app.ts';
import { postApiKey } from './routes/post-api-key.ts';
import { postConnectionsGenerate } from './routes/post-connections-generate.ts';
import { postInstallation } from './routes/post-installation.ts';
import { postProject } from './routes/post-project.ts';
import { postProviderApp } from './routes/post-provider-app.ts';
import { putIntegrationsBatch } from './routes/put-integrations-batch.ts';

/** The endpoints of the configuration resources (Contract §5), over what was opened before. */
export function composeInstallations(parts: InstallationsParts): { endpoints: readonly Endpoint[] } {
  const deps = depsOf(parts);
  return {
    endpoints: [
      getProjects(deps),
      postProject(deps),
      getProject(deps),
      patchProject(deps),
      getApiKeys(deps),
      postApiKey(deps),
      patchApiKey(deps),
      deleteApiKey(deps),
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
      getInstallations(deps),
    ],
  };
}
