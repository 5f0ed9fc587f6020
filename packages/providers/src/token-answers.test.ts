import { expect, test } from '@jest/globals';
import { answerOf } from './testing/answer-of.ts';
import { readTokenAnswer as readHubspot } from './hubspot/token.ts';
import { readTokenAnswer as readSalesforce } from './salesforce/token.ts';

test('reads the tokens that HubSpot grants', () => {
  const body = {
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 1800,
    token_type: 'bearer',
    hub_id: 8675309,
  };
  expect(readHubspot(answerOf(200, body))).toEqual({
    kind: 'granted',
    accessToken: 'a',
    refreshToken: 'r',
    expiresInMs: 1_800_000,
    account: '8675309',
  });
});

test('reads the token that Salesforce grants, which has no end and often no successor', () => {
  const baseUrl = 'https://x.my.salesforce.com';
  const id = 'https://login.salesforce.com/id/00D4x0000019CQTEA2/0054x000000orJ4AA';
  const body = { access_token: 'a', instance_url: baseUrl, id, issued_at: '1' };
  const refreshed = { kind: 'granted', accessToken: 'a', baseUrl, account: '00D4x0000019CQTEA2' };
  expect(readSalesforce(answerOf(200, body))).toEqual(refreshed);
  expect(readSalesforce(answerOf(200, { ...body, refresh_token: 'r2' }))).toEqual({
    ...refreshed,
    refreshToken: 'r2',
  });
});

const hubspot = (status: string, error = 'invalid_request') => ({ status, error, message: `said ${status}` });
const salesforce = (error: string, error_description = 'said') => ({ error, error_description });

test.each([
  ['a revoked HubSpot token', readHubspot, 400, hubspot('BAD_REFRESH_TOKEN', 'invalid_grant'), true, false],
  ['a portal that is gone', readHubspot, 400, hubspot('BAD_HUB', 'access_denied'), true, false],
  ['our HubSpot client id', readHubspot, 400, hubspot('BAD_CLIENT_ID'), false, false],
  ['our HubSpot secret', readHubspot, 400, hubspot('BAD_CLIENT_SECRET', 'invalid_grant'), false, false],
  ['our redirect address', readHubspot, 400, hubspot('BAD_REDIRECT_URI'), false, false],
  ['our grant type', readHubspot, 400, hubspot('BAD_GRANT_TYPE'), false, false],
  ['a HubSpot code that was used', readHubspot, 400, hubspot('BAD_AUTH_CODE', 'invalid_grant'), true, false],
  ['a HubSpot throttle', readHubspot, 429, hubspot('BAD_HUB', 'access_denied'), false, true],
  ['a HubSpot outage', readHubspot, 503, '<html></html>', false, true],
  ['half a HubSpot answer', readHubspot, 200, '{"access_tok', false, true],
  [
    'a revoked Salesforce token',
    readSalesforce,
    400,
    salesforce('invalid_grant', 'expired access/refresh token'),
    true,
    false,
  ],
  ['a Salesforce user who is gone', readSalesforce, 400, salesforce('inactive_user'), true, false],
  ['an org that is locked', readSalesforce, 400, salesforce('inactive_org'), false, true],
  ['our address', readSalesforce, 400, salesforce('invalid_grant', 'ip restricted'), false, true],
  ['the hour', readSalesforce, 400, salesforce('invalid_grant', 'invalid login hours'), false, true],
  ['our Salesforce client id', readSalesforce, 400, salesforce('invalid_client_id'), false, false],
  ['our Salesforce redirect', readSalesforce, 400, salesforce('redirect_uri_mismatch'), false, false],
  ['too many log-ins', readSalesforce, 400, salesforce('rate_limit_exceeded'), false, true],
  ['too many logins', readSalesforce, 400, salesforce('invalid_grant', 'login rate exceeded'), false, true],
  [
    'a Salesforce token that another request refreshes',
    readSalesforce,
    400,
    salesforce('invalid_grant', 'token request is already being processed'),
    false,
    true,
  ],
  ['a Salesforce outage', readSalesforce, 503, '', false, true],
  ['half a Salesforce answer', readSalesforce, 200, '{"access_tok', false, true],
])('a refresh refused for %s', (_name, read, status, body, dead, retryable) => {
  expect(read(answerOf(status, body))).toMatchObject({ kind: 'failed', dead, fault: { retryable } });
});

test.each([
  ['BAD_CLIENT_ID', readHubspot, 400, hubspot('BAD_CLIENT_ID'), true],
  ['BAD_CLIENT_SECRET', readHubspot, 400, hubspot('BAD_CLIENT_SECRET', 'invalid_grant'), true],
  ['invalid_client of HubSpot', readHubspot, 401, { error: 'invalid_client' }, true],
  ['a page under 403 of HubSpot', readHubspot, 403, '<html>No</html>', true],
  ['BAD_REFRESH_TOKEN', readHubspot, 400, hubspot('BAD_REFRESH_TOKEN', 'invalid_grant'), undefined],
  ['a HubSpot outage', readHubspot, 503, '', undefined],
  ['invalid_client', readSalesforce, 400, salesforce('invalid_client'), true],
  ['invalid_client_id', readSalesforce, 400, salesforce('invalid_client_id'), true],
  ['unauthorized_client', readSalesforce, 400, salesforce('unauthorized_client'), true],
  ['a 401 of Salesforce', readSalesforce, 401, '', true],
  [
    'a quota of Salesforce',
    readSalesforce,
    403,
    [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }],
    undefined,
  ],
  ['a revoked Salesforce token', readSalesforce, 400, salesforce('invalid_grant'), undefined],
])('whether the client is refused, by %s', (_name, read, status, body, clientRefused) => {
  const answer = read(answerOf(status, body));
  expect(answer.kind === 'failed' && answer.clientRefused).toBe(clientRefused);
});
