import type { Database } from '@writ/db';
import { connectionsForCall, providerApps } from '@writ/installation';
import type { Providers } from '@writ/providers';
import { sessionCookie } from '@writ/http';
import { systemClock } from '@writ/service-kit';
import {
  apiKeys,
  createTokenReader,
  findHolders,
  findSignedIn,
  jwtKeys,
  projects,
  type Secrets,
} from '@writ/tenancy';

import type { DescribeObject } from './metadata/object-descriptions.ts';

export type InstallationsParts = {
  config: {
    PUBLIC_MANAGEMENT_URL: string;
    ADMIN_TOKEN: string | undefined;
    /** Pages that receive the result of an authorization. */
    CORS_ORIGINS: readonly string[];
  };
  database: Database;
  secrets: Secrets;
  providers: Providers;
  /** Without a relay in this process, others find events by polling. */
  pokeRelay: () => void;
};

export type Deps = ReturnType<typeof depsOf>;

export type AskingDeps = Deps & { describeObject: DescribeObject };

export const depsOf = (parts: InstallationsParts) => ({
  ...parts,
  managementUrl: parts.config.PUBLIC_MANAGEMENT_URL,
  accountAddresses: parts.providers.accountAddresses,
  cookie: sessionCookie(parts.config.PUBLIC_MANAGEMENT_URL),
  findHolder: findHolders(
    parts.database,
    createTokenReader(() => systemClock.now()),
  ),
  findSignedIn: findSignedIn(parts.database, parts.config.ADMIN_TOKEN),
  projects: projects(parts.database),
  apiKeys: apiKeys(parts.database),
  jwtKeys: jwtKeys(parts.database),
  providerApps: providerApps(parts.database, parts.secrets),
  findForCall: connectionsForCall(parts.database, parts.secrets),
});
