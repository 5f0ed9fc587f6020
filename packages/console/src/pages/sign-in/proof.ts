import type { SessionRequest } from '@writ/sdk';

/** The whole form of keys: administrators choose their token, which may begin like a key. */
const keyForm = /^writ_(?:frontend_)?[0-9A-Za-z]{49}$/;

/** What somebody typed, as that which it seems to be. */
export const proofOf = (text: string): SessionRequest =>
  keyForm.test(text) ? { apiKey: text } : { adminToken: text };
