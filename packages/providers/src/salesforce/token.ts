import type { RefreshedToken, RefreshFailed } from '../adapter.ts';
import type { ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { plainText } from '../plain-text.ts';
import { grantedToken } from '../token-grant.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { later, refused, toFault } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';

type Refusal = { dead: boolean; verdict: Verdict; says?: RegExp };

const dead: Refusal = { dead: true, verdict: refused('unauthorized') };
const misconfigured: Refusal = { dead: false, verdict: refused('unauthorized') };
const throttled: Refusal = {
  dead: false,
  verdict: later('rate-limited', { waitMs: 60_000, limit: 'burst' }),
  says: /rate exceeded/i,
};

/** What a refused refresh means, by its `error`; of several rows the first that fits decides (Providers §1.6). */
const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  invalid_grant: [throttled, dead],
  inactive_user: [dead],
  inactive_org: [dead],
  invalid_client_id: [misconfigured],
  invalid_client: [misconfigured],
  unsupported_grant_type: [misconfigured],
  login_rate_exceeded: [{ ...throttled, says: /(?:)/ }],
};

export function readTokenAnswer(answer: ProviderAnswer): RefreshedToken | RefreshFailed {
  if (answer.status !== 200) return readRefusal(answer);
  const granted = grantedToken(answer.json);
  return (
    granted ?? {
      kind: 'failed',
      fault: unreadableAnswer(salesforceDeclaration, answer).faults[0],
      dead: false,
    }
  );
}

function readRefusal(answer: ProviderAnswer): RefreshFailed {
  const body = isJsonObject(answer.json) ? answer.json : {};
  const code = textOf(body['error']) ?? '';
  const said = textOf(body['error_description']) ?? code;
  const refusal =
    answer.status >= 429
      ? undefined
      : refusals[code]?.find(({ says }) => says === undefined || says.test(said));
  // Anything else passes by and says nothing about the connection.
  if (refusal === undefined) return { kind: 'failed', fault: readFaults(answer)[0], dead: false };
  const message = plainText(said) ?? 'Salesforce refused to refresh the token.';
  return {
    kind: 'failed',
    fault: toFault(refusal.verdict, { message, code, status: answer.status }),
    dead: refusal.dead,
  };
}
