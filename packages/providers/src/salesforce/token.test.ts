import { expect, test } from '@jest/globals';
import { tokenUrlOf } from './token.ts';

const login = 'https://login.salesforce.com';
const usual = `${login}/services/oauth2/token`;

test.each([
  'https://acme.my.salesforce.com',
  'https://acme.my.salesforce.com/',
  'https://acme--dev.sandbox.my.salesforce.com',
  'https://acme.my.salesforce.mil',
])('the tokens of %s are refreshed there', (baseUrl) => {
  expect(tokenUrlOf(baseUrl, login)).toBe(`${new URL(baseUrl).origin}/services/oauth2/token`);
});

test.each([
  undefined,
  'https://na1.salesforce.com',
  'http://acme.my.salesforce.com',
  'https://acme.my.salesforce.com:8443',
  'https://acme.my.salesforce.com.evil.example',
  'https://evil.example/.my.salesforce.com',
  'https://evil.example#.my.salesforce.com',
  'https://evil.example?.my.salesforce.com',
  'https://user@acme.my.salesforce.com',
  'https://evil.example\\.my.salesforce.com',
  'http://127.0.0.1:8082/salesforce',
])('those of %s where the operator has said', (baseUrl) => {
  expect(tokenUrlOf(baseUrl, login)).toBe(usual);
});
