import { textOf } from '../json.ts';
import { tokenReader } from '../token-grant.ts';
import { later } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
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

type Refusal = { dead: boolean; verdict?: Verdict; says?: RegExp };

const dead: Refusal = { dead: true };
const misconfigured: Refusal = { dead: false };
const throttled: Refusal = {
  dead: false,
  verdict: later('rate-limited', { waitMs: 60_000, limit: 'burst' }),
};

/** What a refused refresh means, by its `error`; of several rows the first that fits decides (Providers §1.6). */
const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  invalid_grant: [{ ...throttled, says: /rate exceeded/i }, dead],
  inactive_user: [dead],
  inactive_org: [dead],
  invalid_client_id: [misconfigured],
  invalid_client: [misconfigured],
  unsupported_grant_type: [misconfigured],
  login_rate_exceeded: [throttled],
};

export const readTokenAnswer = tokenReader({
  declaration: salesforceDeclaration,
  readFaults,
  refusalOf: ({ error, error_description }) => {
    const code = textOf(error) ?? '';
    const said = textOf(error_description) ?? code;
    const refusal = refusals[code]?.find(({ says }) => says === undefined || says.test(said));
    return refusal && { ...refusal, code, said };
  },
});
