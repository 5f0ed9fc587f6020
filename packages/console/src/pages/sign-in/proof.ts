import type { SessionRequest } from '@writ/sdk';

/** What somebody typed, as that which it seems to be: keys have a prefix that tokens have not. */
export const proofOf = (text: string): SessionRequest =>
  /^writ_\w+$/.test(text) ? { apiKey: text } : { adminToken: text };
