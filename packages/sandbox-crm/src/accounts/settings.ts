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

/** Of an account without limits. */
export const noLimits: AccountSettings = {
  latencyMs: 0,
  quota: null,
  dailyLimit: null,
  tokenLifetimeMs: 3_600_000,
  rotateRefreshTokens: false,
  resultOrder: null,
  traceResults: true,
};
