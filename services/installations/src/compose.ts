import type { Database } from '@writ/db';
import type { Endpoint } from '@writ/http-kit';
import type { Keyring } from '@writ/tenancy';
import type { Providers } from '@writ/providers';
import { installationsEndpoints } from './app.ts';
import { accountAddressBook } from './connections/account-addresses.ts';
import { changeConnectionUseCase } from './connections/change-connection.ts';
import { generateConnection } from './connections/generate-connection.ts';
import { deleteConnectionIfUnused } from './connections/remove-connection.ts';
import { changeInstallationUseCase } from './installations/change-installation.ts';
import { install } from './installations/install.ts';
import { uninstall } from './installations/uninstall.ts';
import { applyManifest } from './integrations/apply-manifest.ts';
import { connectionRule } from './connections/connection-rule.ts';

/** What the service is made of: opened by its own `main`, or by a process that runs several services. */
export type InstallationsParts = {
  config: {
    PUBLIC_MANAGEMENT_URL: string;
    SALESFORCE_LOGIN_URL: string;
    SALESFORCE_ALLOW_HOSTS: readonly string[];
  };
  database: Database;
  keyring: Keyring;
  providers: Providers;
  /** Tells the relay of this process, if it has one, that there are events; others find them by themselves. */
  pokeRelay: () => void;
};

/** What callers can have done, apart from HTTP: the endpoints and the demo's seed stand on it. */
export function composeUseCases({ config, database, keyring, providers, pokeRelay }: InstallationsParts) {
  const managementUrl = config.PUBLIC_MANAGEMENT_URL;
  const accountAddresses = accountAddressBook(config);
  return {
    applyManifest: applyManifest({ database, providers }),
    connectionRule: connectionRule({ providers: providers.all, accountAddresses }),
    generateConnection: generateConnection({ database, keyring, providers, accountAddresses, pokeRelay }),
    changeConnection: changeConnectionUseCase({ database, keyring, providers, accountAddresses, pokeRelay }),
    deleteConnectionIfUnused: deleteConnectionIfUnused({ database, pokeRelay }),
    install: install({ database, managementUrl, pokeRelay }),
    changeInstallation: changeInstallationUseCase({ database, managementUrl, pokeRelay }),
    uninstall: uninstall({ database, managementUrl, pokeRelay }),
  };
}

/** The endpoints of the installations service, over what was opened before. */
export const composeInstallations = (parts: InstallationsParts): { endpoints: readonly Endpoint[] } => ({
  endpoints: installationsEndpoints({ ...parts, ...composeUseCases(parts) }),
});
