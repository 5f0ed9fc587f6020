import { createProviders, type Providers } from '@writ/providers';
import type { SandboxCrm } from '@writ/sandbox-crm';

/** The providers, as a sandbox plays them. */
export const sandboxProviders = ({ url }: Pick<SandboxCrm, 'url'>, connectionsPerOrigin = 2): Providers =>
  createProviders({
    endpoints: {
      hubspot: { baseUrl: `${url}/hubspot`, pathVersion: 'v3' },
      salesforce: { loginUrl: `${url}/salesforce`, apiVersion: '66.0' },
    },
    connectionsPerOrigin,
    userAgent: 'test',
  });
