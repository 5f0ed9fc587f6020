import { expect, test } from '@jest/globals';
import {
  connectionPatchRules,
  connectionPatchSchema,
  connectionRequestRules,
  connectionRequestSchema,
} from '@writ/contracts';
import { createSchemaCompiler } from '@writ/http-kit';
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
])('the description and the rule agree on a new connection with %j', (credentials, isRight) => {
  const body = { provider: 'hubspot', groupRef: 'acme', ...credentials };
  const check = createSchemaCompiler()({ ...connectionRequestSchema, ...connectionRequestRules }, 'body');
  expect([check(body).length === 0, credentialsRule(body).length === 0]).toEqual([isRight, isRight]);
});

test.each([
  [['apiKey'], true],
  [['groupName', 'oauth2AuthorizationCode'], true],
  [['groupName'], true],
  [['basicAuth', 'groupName'], true],
  [['apiKey', 'groupName', 'oauth2AuthorizationCode'], false],
  [['oauth2ClientCredentials', 'basicAuth'], false],
])('the description and the rule agree on the mask %j', (updateMask, isRight) => {
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
  const check = createSchemaCompiler()({ ...connectionPatchSchema, ...connectionPatchRules }, 'body');
  expect([check(body).length === 0, connectionMaskRule(body).length === 0]).toEqual([isRight, isRight]);
});
