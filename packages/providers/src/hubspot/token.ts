import type { RefreshedToken, RefreshFailed } from '../adapter.ts';
import type { ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { plainText } from '../plain-text.ts';
import { grantedToken } from '../token-grant.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { refused, toFault } from '../verdict.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';

/** What a refused refresh means, by its `status` or `error` (Providers §2.5); the first that is listed decides. */
const refusals: Readonly<Record<string, { dead: boolean }>> = {
  BAD_REFRESH_TOKEN: { dead: true },
  BAD_HUB: { dead: true },
  // These are faults of our own configuration: the connection itself may be in order.
  BAD_CLIENT_ID: { dead: false },
  BAD_CLIENT_SECRET: { dead: false },
  BAD_REDIRECT_URI: { dead: false },
  BAD_GRANT_TYPE: { dead: false },
  invalid_grant: { dead: true },
  access_denied: { dead: true },
};

export function readTokenAnswer(answer: ProviderAnswer): RefreshedToken | RefreshFailed {
  if (answer.status !== 200) return readRefusal(answer);
  const granted = grantedToken(answer.json);
  return (
    granted ?? { kind: 'failed', fault: unreadableAnswer(hubspotDeclaration, answer).faults[0], dead: false }
  );
}

function readRefusal(answer: ProviderAnswer): RefreshFailed {
  const body = isJsonObject(answer.json) ? answer.json : {};
  const codes = [textOf(body['status']), textOf(body['error'])];
  const code = codes.find((name) => name !== undefined && name in refusals);
  const refusal = code === undefined || answer.status >= 429 ? undefined : refusals[code];
  // Anything else, a 429 or a 5xx above all, passes by and says nothing about the connection.
  if (refusal === undefined) return { kind: 'failed', fault: readFaults(answer)[0], dead: false };
  const message =
    plainText(body['message']) ?? plainText(body['error_description']) ?? `HubSpot answered ${code ?? ''}.`;
  const fault = toFault(refused('unauthorized'), { message, code, status: answer.status });
  return { kind: 'failed', fault, dead: refusal.dead };
}
