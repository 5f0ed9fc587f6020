import type { ProviderAdapter } from './adapter.ts';
import { createHubspotAdapter } from './hubspot/hubspot-adapter.ts';
import { createSalesforceAdapter } from './salesforce/salesforce-adapter.ts';
import { createTransport } from './transport.ts';

export type ProvidersOptions = {
  endpoints: {
    /** `pathVersion`: `v3`, or the date of a newer path family such as `2026-03`. */
    hubspot: { baseUrl: string; pathVersion: string };
    /** `apiVersion`: such as `66.0`. */
    salesforce: { apiVersion: string; loginUrl: string };
  };
  connectionsPerOrigin: number;
  userAgent: string;
  /** Monotonic time; the process's own unless a test moves it. */
  monotonicMs?: () => number;
};

export type Providers = {
  adapterFor: (provider: string) => ProviderAdapter | undefined;
  all: readonly ProviderAdapter[];
  /** Ends what is under way, with outcomes that say so. */
  close(): Promise<void>;
};

/** The providers there are. Opens connections as calls need them; `close` ends them. */
export function createProviders({
  endpoints,
  connectionsPerOrigin,
  userAgent,
  monotonicMs = () => performance.now(),
}: ProvidersOptions): Providers {
  const transport = createTransport({ connectionsPerOrigin });
  const all = [
    createHubspotAdapter({ transport, userAgent, monotonicMs, ...endpoints.hubspot }),
    createSalesforceAdapter({ transport, userAgent, monotonicMs, ...endpoints.salesforce }),
  ];
  const byName = new Map(all.map((adapter) => [adapter.declaration.name, adapter]));
  return { adapterFor: (provider) => byName.get(provider), all, close: () => transport.close() };
}
