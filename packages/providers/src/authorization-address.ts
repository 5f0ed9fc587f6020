import type { AuthorizationRequest } from './adapter.ts';

/** The provider's page with what a person is asked for. The challenge is a hash: its verifier never leaves us before the code. */
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
  // Every reader takes a blank for this; not every one takes it for a plus.
  return address.href.replaceAll('+', '%20');
}
