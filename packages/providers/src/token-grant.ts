import type { Faults, JsonObject, ProviderDeclaration } from '@writ/write-core';
import type { RefreshedToken, RefreshFailed, RefreshRequest } from './adapter.ts';
import { readable, splitUrl } from './transport/exchange.ts';
import type { ProviderAnswer } from './transport/exchange.ts';
import { isJsonObject, textOf } from './transport/json.ts';
import { plainText } from './transport/plain-text.ts';
import { unreadableAnswer } from './transport/read-answer.ts';
import type { Transport } from './transport/transport.ts';
import { refused, toFault, type Verdict } from './verdict.ts';

type GrantDeps = { transport: Transport; userAgent: string; tokenUrl: string };

/** Sends a refresh token to the provider's token address, as a form (Providers §1.6, §2.5). */
export async function refreshGrant(
  { transport, userAgent, tokenUrl }: GrantDeps,
  request: RefreshRequest,
  read: (answer: ProviderAnswer) => RefreshedToken | RefreshFailed,
): Promise<RefreshedToken | RefreshFailed> {
  const { origin, path } = splitUrl(tokenUrl);
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: request.clientId,
    ...(request.clientSecret !== undefined && { client_secret: request.clientSecret }),
    refresh_token: request.refreshToken,
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'user-agent': userAgent,
  };
  const delivery = await transport.send(
    { origin, method: 'POST', path, headers, body: form.toString() },
    request,
  );
  if (delivery.kind === 'failed') return { kind: 'failed', fault: delivery.fault, dead: false };
  return read(readable(delivery.answer, [request.refreshToken, request.clientSecret ?? '']));
}

/** What a refused refresh means, and what the provider said of it. */
export type GrantRefusal = { code: string; said: unknown; dead: boolean; verdict?: Verdict };

/**
 * Reads the tokens of an answer, or why there are none. What `refusalOf` does not know, a 429 or a 5xx above all, passes
 * by and says nothing about the connection.
 */
export const tokenReader =
  (provider: {
    declaration: ProviderDeclaration;
    readFaults: (answer: ProviderAnswer) => Faults;
    refusalOf: (body: JsonObject) => GrantRefusal | undefined;
  }) =>
  (answer: ProviderAnswer): RefreshedToken | RefreshFailed => {
    const { status } = answer;
    const { declaration } = provider;
    const body = isJsonObject(answer.json) ? answer.json : {};
    if (status === 200) {
      const [fault] = unreadableAnswer(declaration, answer).faults;
      return grantedToken(body) ?? { kind: 'failed', fault, dead: false };
    }
    const refusal = status >= 429 ? undefined : provider.refusalOf(body);
    if (refusal === undefined) return { kind: 'failed', fault: provider.readFaults(answer)[0], dead: false };
    const { code, said, dead, verdict = refused('unauthorized') } = refusal;
    const message = plainText(said) ?? `${declaration.displayName} answered ${code}.`;
    return { kind: 'failed', fault: toFault(verdict, { message, code, status }), dead };
  };

/** The tokens of a successful answer, undefined when there is none in it. */
function grantedToken(body: JsonObject): RefreshedToken | undefined {
  const accessToken = textOf(body['access_token']);
  if (accessToken === undefined) return undefined;
  const refreshToken = textOf(body['refresh_token']);
  const expiresInSeconds = Number(body['expires_in']);
  return {
    kind: 'refreshed',
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresInSeconds > 0 && { expiresInMs: expiresInSeconds * 1_000 }),
  };
}
