import { createProviders, sandboxConfig, type Providers } from '@writ/providers';
import type { SandboxCrm } from '@writ/sandbox-crm';

export const sandboxProviders = ({ url }: Pick<SandboxCrm, 'url'>, connectionsPerOrigin = 2): Providers =>
  createProviders({ config: sandboxConfig(url), connectionsPerOrigin });
