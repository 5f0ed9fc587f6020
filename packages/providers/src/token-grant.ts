import type { RefreshedToken, RefreshFailed, RefreshRequest } from './adapter.ts';
import { readable, splitUrl } from './exchange.ts';
import type { ProviderAnswer } from './exchange.ts';
import { isJsonObject, textOf } from './json.ts';
import type { Transport } from './transport.ts';

type GrantDeps = { transport: Transport; userAgent: string; usualTokenUrl: string };

/** Sends a refresh token to the provider's token address, as a form (Providers §1.6, §2.5). */
export async function refreshGrant(
  { transport, userAgent, usualTokenUrl }: GrantDeps,
  request: RefreshRequest,
  read: (answer: ProviderAnswer) => RefreshedToken | RefreshFailed,
): Promise<RefreshedToken | RefreshFailed> {
  const { origin, path } = splitUrl(request.tokenUrl ?? usualTokenUrl);
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

/** The tokens of a successful answer, undefined when there is none in it. */
export function grantedToken(json: unknown): RefreshedToken | undefined {
  if (!isJsonObject(json)) return undefined;
  const accessToken = textOf(json['access_token']);
  if (accessToken === undefined) return undefined;
  const refreshToken = textOf(json['refresh_token']);
  const expiresInSeconds = Number(json['expires_in']);
  const baseUrl = textOf(json['instance_url']);
  return {
    kind: 'refreshed',
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresInSeconds > 0 && { expiresInMs: expiresInSeconds * 1_000 }),
    ...(baseUrl !== undefined && { baseUrl }),
  };
}
