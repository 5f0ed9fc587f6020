import type { AuthorizationRequest } from './adapter.ts';

/** The provider's consent page with the request in its query. */
export function authorizationAddress(page: string, request: AuthorizationRequest): string {
  const { clientId, scopes, redirectUri, state, codeChallenge } = request;
  const address = new URL(page);
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  // Some servers don't read a plus as a blank.
  return address.href.replaceAll('+', '%20');
}
