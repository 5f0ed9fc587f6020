import { expect, test } from '@jest/globals';
import { salesforceAddresses } from './addresses.ts';
import { answerOf } from '../testing/answer-of.ts';
import { atHome, authorizationUrlsOf, readTokenAnswer, askedWhereFound, tokenUrlOf } from './token.ts';

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

test('with a sandbox in place no token is asked for elsewhere', () => {
  expect(tokenUrlOf('https://acme.my.salesforce.com', sandbox)).toBe(`${sandbox}/services/oauth2/token`);
});

const paths = (host: string) => ({
  page: `${host}/services/oauth2/authorize`,
  tokenUrl: `${host}/services/oauth2/token`,
});
const acme = 'https://acme.my.salesforce.com';
const sandbox = 'http://127.0.0.1:8082/salesforce';
const seen = 'http://localhost:8082/salesforce/services/oauth2/authorize';

test.each([
  ['the usual login', undefined, { loginUrl: login }, paths(login)],
  ["an account's own", acme, { loginUrl: login }, paths(acme)],
  [
    'the login of test orgs',
    undefined,
    { loginUrl: 'https://test.salesforce.com' },
    paths('https://test.salesforce.com'),
  ],
  ['what stands in, also for an account', acme, { loginUrl: sandbox }, paths(sandbox)],
  [
    'a page of its own for browsers',
    acme,
    { loginUrl: sandbox, authorizeUrl: seen },
    { ...paths(sandbox), page: seen },
  ],
  ["an account's own before that page", acme, { loginUrl: login, authorizeUrl: seen }, paths(acme)],
])('apps are let in at %s', (_, baseUrl, endpoint, expected) => {
  expect(authorizationUrlsOf(baseUrl, endpoint)).toEqual(expected);
});

const leadsOn = readTokenAnswer(answerOf(301, ''));
const refused = readTokenAnswer(answerOf(400, { error: 'invalid_grant', error_description: 'expired' }));
const away = readTokenAnswer(answerOf(503, ''));
const granted = readTokenAnswer(answerOf(200, { access_token: 'a' }));
const own = `${acme}/services/oauth2/token`;

test.each([
  ['at its My Domain, and nowhere else', acme, [granted], granted, [own]],
  ['at the login where its old My Domain leads on', acme, [leadsOn, granted], granted, [own, usual]],
  ['nowhere where the login does not know its org', acme, [leadsOn, refused], leadsOn, [own, usual]],
  ['nowhere else where its My Domain refuses', acme, [refused], refused, [own]],
  ['nowhere else where its My Domain is away', acme, [away], away, [own]],
  ['once where it has no My Domain', undefined, [leadsOn], leadsOn, [usual]],
] as const)('a token is refreshed %s', async (_, baseUrl, answers, expected, asked) => {
  const tokenUrls: string[] = [];
  const refreshAt = (tokenUrl: string) => {
    const answer = answers[tokenUrls.push(tokenUrl) - 1];
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('asked once too often'));
  };
  expect(await askedWhereFound(refreshAt, { refreshToken: 'r', ...(baseUrl && { baseUrl }) }, login)).toBe(
    expected,
  );
  expect(tokenUrls).toEqual(asked);
});

test('who has no refresh token is not asked for at the login address, which grants nothing without one', async () => {
  const tokenUrls: string[] = [];
  const refreshAt = (tokenUrl: string) => Promise.resolve((tokenUrls.push(tokenUrl), leadsOn));
  expect(await askedWhereFound(refreshAt, { baseUrl: acme }, login)).toBe(leadsOn);
  expect(tokenUrls).toEqual([own]);
});

test('an account whose old My Domain leads on is not taken for one that nobody may refresh', () => {
  expect(leadsOn).toMatchObject({ kind: 'failed', dead: false, fault: { retryable: true, movedAway: true } });
});

const addresses = salesforceAddresses({ loginUrl: login, allowHosts: ['crm.intern'] });

test.each([
  ['where it was', acme, acme, acme],
  ['at its new name', acme, 'https://other.my.salesforce.com', 'https://other.my.salesforce.com'],
  ['with nothing behind it', acme, `${acme}/`, acme],
  ['at a My Domain from now on', 'https://na1.salesforce.com', acme, acme],
  [
    'at another pod',
    'https://na1.salesforce.com',
    'https://na2.salesforce.com',
    'https://na2.salesforce.com',
  ],
  ['at a host that an operator listed', undefined, 'http://crm.intern/x', 'http://crm.intern/x'],
  ['at its My Domain, where its tokens are refreshed', acme, 'https://na1.salesforce.com', undefined],
  ['at no host that is not Salesforce’s', acme, 'https://evil.example', undefined],
  ['at no address with a password', acme, 'https://u:p@acme.my.salesforce.com', undefined],
  ['where it was, as nothing is told', acme, undefined, undefined],
])('an account is called %s', (_, before, told, expected) => {
  const granted = {
    kind: 'granted',
    accessToken: 'a',
    ...(told !== undefined && { baseUrl: told }),
  } as const;
  const { baseUrl, ...tokens } = atHome(granted, before, addresses) as typeof granted & { baseUrl?: string };
  expect([baseUrl, tokens]).toEqual([expected, { kind: 'granted', accessToken: 'a' }]);
});
