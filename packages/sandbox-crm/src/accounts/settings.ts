import type { ProviderName } from '../provider-name.ts';

export type Quota = { readonly limit: number; readonly windowMs: number };

/** How one account behaves (Contract §8). `null` lifts a limit. */
export type AccountSettings = {
  /** How long every answer is held back, after the work is done. */
  readonly latencyMs: number;
  /** HubSpot only: rolling limit of calls. */
  readonly quota: Quota | null;
  /** HubSpot: calls per calendar day (UTC). Salesforce: calls in the last 24 hours. */
  readonly dailyLimit: number | null;
  readonly tokenLifetimeMs: number;
  /** A refresh hands out a new refresh token, and the used one dies at once. */
  readonly rotateRefreshTokens: boolean;
  /** HubSpot only: the results of a batch come in an order drawn from this number; in that of the inputs if null. */
  readonly resultOrder: number | null;
  /** HubSpot only: the results of a batch repeat the trace ids of their inputs. */
  readonly traceResults: boolean;
};

/** The limits that the providers publish (Providers §2.4, §4, §1.6), so that a first look meets the real ones. */
export const defaultSettings: Readonly<Record<ProviderName, AccountSettings>> = {
  hubspot: {
    latencyMs: 0,
    quota: { limit: 110, windowMs: 10_000 },
    dailyLimit: null,
    tokenLifetimeMs: 1_800_000,
    rotateRefreshTokens: false,
    resultOrder: null,
    traceResults: true,
  },
  salesforce: {
    latencyMs: 0,
    quota: null,
    dailyLimit: 100_000,
    tokenLifetimeMs: 7_200_000,
    rotateRefreshTokens: false,
    resultOrder: null,
    traceResults: true,
  },
};
