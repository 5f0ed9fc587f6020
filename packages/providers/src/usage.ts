/** What an answer's headers say about the account's quota. */
export type ProviderUsage = {
  window?: { limit: number; remaining: number; windowMs: number };
  daily?: { limit: number; remaining: number };
};
