import { expect, test } from '@jest/globals';
import { authorizationAddress } from './authorization-address.ts';

const asked = {
  clientId: 'an app',
  redirectUri: 'https://writ.test/v1/oauth/callback',
  state: 'a.b',
  codeChallenge: 'c',
};

test('a page is told who asks for what, where to send the answer, and the hash of the verifier', () => {
  const address = authorizationAddress('https://crm.test/authorize?lang=en', {
    ...asked,
    scopes: ['oauth', 'crm.objects.contacts.write'],
  });
  expect(address).toBe(
    'https://crm.test/authorize?lang=en&response_type=code&client_id=an%20app' +
      '&redirect_uri=https%3A%2F%2Fwrit.test%2Fv1%2Foauth%2Fcallback&scope=oauth%20crm.objects.contacts.write' +
      '&state=a.b&code_challenge=c&code_challenge_method=S256',
  );
  expect(authorizationAddress('https://crm.test/', { ...asked, scopes: [] })).not.toContain('scope');
});
