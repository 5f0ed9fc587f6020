/** The providers that are played, each under the path of its name. */
export const providerNames = ['hubspot', 'salesforce'] as const;
export type ProviderName = (typeof providerNames)[number];

export const isProvider = (name: unknown): name is ProviderName =>
  providerNames.some((known) => known === name);
