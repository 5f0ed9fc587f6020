import type { AuthorizationRequest } from './adapter.ts';

/**
 * The provider's consent page with the request in its query. The challenge is a hash: the verifier leaves only
 * with the code.
 */
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
  // Every server reads %20 as a blank; some do not read a plus so.
  return address.href.replaceAll('+', '%20');
}
