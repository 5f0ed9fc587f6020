import { expect, test } from '@jest/globals';
import { credentialsRule } from './given-credentials.ts';
import { connectionMaskRule } from './masked-connection.ts';

const apiKey = { apiKey: 'k' };
const oauth2ClientCredentials = { oauth2ClientCredentials: { clientId: 'c', clientSecret: 's' } };
const basicAuth = { basicAuth: { username: 'u', password: 'p' } };
const oauth2AuthorizationCode = { oauth2AuthorizationCode: { accessToken: 't' } };

test.each([
  [{}, false],
  [apiKey, true],
  [oauth2AuthorizationCode, true],
  [oauth2ClientCredentials, true],
  [basicAuth, true],
  [{ ...apiKey, ...oauth2AuthorizationCode }, false],
  [{ ...oauth2ClientCredentials, ...basicAuth }, false],
])('a new connection with %j is right: %j', (credentials, isRight) => {
  const body = { provider: 'hubspot', groupRef: 'acme', ...credentials };
  expect(credentialsRule(body).length === 0).toBe(isRight);
});

test.each([
  [['apiKey'], true],
  [['groupName', 'oauth2AuthorizationCode'], true],
  [['groupName'], true],
  [['basicAuth', 'groupName'], true],
  [['apiKey', 'groupName', 'oauth2AuthorizationCode'], false],
  [['oauth2ClientCredentials', 'basicAuth'], false],
])('the mask %j is right: %j', (updateMask, isRight) => {
  const body = {
    updateMask,
    connection: {
      groupName: 'A',
      ...apiKey,
      ...oauth2AuthorizationCode,
      ...oauth2ClientCredentials,
      ...basicAuth,
    },
  };
  expect(connectionMaskRule(body).length === 0).toBe(isRight);
});
