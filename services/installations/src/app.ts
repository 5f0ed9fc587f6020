import type { Database } from '@writ/db';
import type { Endpoint, IssueInput } from '@writ/http-kit';
import { providerApps } from '@writ/installation';
import { apiKeys, projects, type Keyring } from '@writ/tenancy';
import type { Providers } from '@writ/providers';
import type { ChangeConnection } from './connections/change-connection.ts';
import type { GenerateConnection } from './connections/generate-connection.ts';
import type { DeleteConnectionIfUnused } from './connections/remove-connection.ts';
import type { ChangeInstallation } from './installations/change-installation.ts';
import type { Install } from './installations/install.ts';
import type { Uninstall } from './installations/uninstall.ts';
import type { ApplyManifest } from './integrations/apply-manifest.ts';
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

type AppDeps = {
  database: Database;
  keyring: Keyring;
  providers: Providers;
  applyManifest: ApplyManifest;
  connectionRule: (body: unknown) => readonly IssueInput[];
  generateConnection: GenerateConnection;
  changeConnection: ChangeConnection;
  deleteConnectionIfUnused: DeleteConnectionIfUnused;
  install: Install;
  changeInstallation: ChangeInstallation;
  uninstall: Uninstall;
};

/** The endpoints of the configuration resources (Contract §5). */
export function installationsEndpoints(deps: AppDeps): readonly Endpoint[] {
  const { database } = deps;
  const more = {
    ...deps,
    db: database.pool,
    projects: projects(database),
    apiKeys: apiKeys(database),
    providerApps: providerApps(database, deps.keyring),
  };
  return [
    getProjects(more),
    postProject(more),
    getProject(more),
    patchProject(more),
    getApiKeys(more),
    postApiKey(more),
    patchApiKey(more),
    deleteApiKey(more),
    getProviders(more),
    getProvider(more),
    putIntegrationsBatch(more),
    getIntegrations(more),
    getIntegration(more),
    deleteIntegration(more),
    postConnectionsGenerate(more),
    getConnections(more),
    getConnection(more),
    patchConnection(more),
    deleteConnection(more),
    getProviderApps(more),
    postProviderApp(more),
    patchProviderApp(more),
    deleteProviderApp(more),
    getIntegrationInstallations(more),
    postInstallation(more),
    getInstallation(more),
    patchInstallation(more),
    patchObjectConfigContent(more),
    deleteInstallation(more),
    getInstallations(more),
  ];
}
