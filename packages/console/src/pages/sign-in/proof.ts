import type { SessionRequest } from '@writ/sdk';

/** The whole form: an administrators' token may begin like a key. */
const keyForm = /^writ_(?:frontend_)?[0-9A-Za-z]{49}$/;

export const proofOf = (text: string): SessionRequest =>
  keyForm.test(text) ? { apiKey: text } : { adminToken: text };
