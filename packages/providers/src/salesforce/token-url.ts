import { tokenPath } from './paths.ts';

/** A My Domain, of a sandbox too (`acme--dev.sandbox.my.salesforce.com`); https, the usual port, nothing behind it. */
const myDomain = /^https:\/\/[a-z0-9.-]+\.my\.salesforce\.(?:com|mil)\/?$/i;

/**
 * Where the tokens of an account are refreshed: at its My Domain, where its own address is one. A sandbox does not know
 * the usual login address, and an org can forbid it (Providers §1.6). Client secret and refresh token go there, so every
 * other address, and all that an operator has listed, is left to the configured login address.
 */
export function tokenUrlOf(baseUrl: string | undefined, loginUrl: string): string {
  const host = baseUrl !== undefined && myDomain.test(baseUrl) ? new URL(baseUrl).origin : loginUrl;
  return host + tokenPath;
}
