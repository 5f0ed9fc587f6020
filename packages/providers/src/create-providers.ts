import { outgoingProxyOf, type Values } from '@writ/service-kit';
import type { AccountAddresses } from './account-addresses.ts';
import { providers, type providerAddressVariables, type providerPageVariables } from './providers.ts';
import { createTransport } from './transport/transport.ts';
import { watchVersion } from './transport/watch-version.ts';

export type Providers = ReturnType<typeof createProviders>;

/** The adapters of all providers. `close` ends connections and the calls in flight, whose outcomes say so. */
export function createProviders({
  config,
  connectionsPerOrigin,
}: {
  config: Values<typeof providerAddressVariables> & Partial<Values<typeof providerPageVariables>>;
  connectionsPerOrigin: number;
}) {
  const transport = createTransport({ connectionsPerOrigin, proxy: outgoingProxyOf(config) });
  const retired = new Set<string>();
  const all = providers.map((provider) => {
    const version = config[provider.versionVariable];
    const shown = `${provider.declaration.displayName} ${version} (\`${provider.versionVariable}\`)`;
    const watched = watchVersion(transport, version, (isRetired) => {
      if (isRetired) retired.add(shown);
      else retired.delete(shown);
    });
    return provider.createAdapter(config, watched);
  });
  const byName = new Map(all.map((adapter) => [adapter.declaration.name, adapter]));
  const withAddresses = all.flatMap(({ declaration, accountAddresses }): [string, AccountAddresses][] =>
    accountAddresses ? [[declaration.name, accountAddresses]] : [],
  );
  return {
    adapterFor: (provider: string) => byName.get(provider),
    all,
    accountAddresses: Object.fromEntries(withAddresses) as Readonly<Record<string, AccountAddresses>>,
    /** Providers whose last answer said that our API version is retired: name, version and its variable. */
    retiredVersions: (): readonly string[] => [...retired],
    close: () => transport.close(),
  };
}
