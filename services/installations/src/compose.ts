import type { Endpoint } from '@writ/http';
import { depsOf, type InstallationsParts } from './deps.ts';
import type { RenewingDeps } from './connections/renew-connection.ts';
import { objectDescriptions, type DescribingParts } from './metadata/object-descriptions.ts';
import type { ReadingParts } from './records/read-record-now.ts';
import { connectionEndpoints } from './routes/connections/connection-endpoints.ts';
import { oauthEndpoints } from './routes/connections/oauth-endpoints.ts';
import { providerAppEndpoints } from './routes/connections/provider-app-endpoints.ts';
import { providerEndpoints } from './routes/connections/provider-endpoints.ts';
import { installationEndpoints } from './routes/installations/installation-endpoints.ts';
import { integrationEndpoints } from './routes/integrations/integration-endpoints.ts';
import { readRecord } from './routes/operations/read-record.ts';
import { apiKeyEndpoints } from './routes/projects/api-key-endpoints.ts';
import { auditEndpoints } from './routes/projects/audit-endpoints.ts';
import { jwtKeyEndpoints } from './routes/projects/jwt-key-endpoints.ts';
import { projectEndpoints } from './routes/projects/project-endpoints.ts';
import { sessionEndpoints } from './routes/projects/session-endpoints.ts';

/** In the order of the OpenAPI document. */
export function composeInstallations(
  parts: InstallationsParts & DescribingParts & ReadingParts & Pick<RenewingDeps, 'connections'>,
): { endpoints: readonly Endpoint[] } {
  const { connections } = parts;
  const deps = { ...depsOf(parts), connections, describeObject: objectDescriptions(parts) };
  const groups = [
    sessionEndpoints,
    projectEndpoints,
    apiKeyEndpoints,
    jwtKeyEndpoints,
    auditEndpoints,
    providerEndpoints,
    integrationEndpoints,
    connectionEndpoints,
    oauthEndpoints,
    providerAppEndpoints,
    installationEndpoints,
  ];
  return { endpoints: [...groups.flatMap((group) => group(deps)), readRecord(parts)] };
}
