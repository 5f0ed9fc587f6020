import { expect, test } from '@jest/globals';
import { createProviders, sandboxConfig } from '@writ/providers';
import { changedAddress, instanceAddress } from './instance-address.ts';

const bookOf = (variables: Record<string, string>) =>
  createProviders({ config: sandboxConfig('http://127.0.0.1:8082', variables), connectionsPerOrigin: 1 })
    .accountAddresses;
const { salesforce } = bookOf({
  SALESFORCE_LOGIN_URL: 'https://login.salesforce.com',
  SALESFORCE_ALLOW_HOSTS: '127.0.0.1:8082,crm.intern',
});
const { salesforce: sandbox } = bookOf({});
const address = (instanceUrl: string | undefined, workspaceRef?: string) =>
  instanceAddress({ instanceUrl, workspaceRef }, salesforce!);

test.each([
  ['https://acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
  ['https://acme--dev.sandbox.my.salesforce.com/', 'https://acme--dev.sandbox.my.salesforce.com'],
  ['https://acme.my.salesforce.com/some/path', 'https://acme.my.salesforce.com'],
  ['http://127.0.0.1:8082/salesforce/', 'http://127.0.0.1:8082/salesforce'],
  ['https://crm.intern', 'https://crm.intern'],
  ['http://crm.intern', 'http://crm.intern'],
  ['https://login.salesforce.com', 'https://login.salesforce.com'],
])('%s is called as %s', (given, instanceUrl) => {
  expect(address(given)).toEqual({ instanceUrl });
});

test('a login server that is called by http has its accounts there, and by http alone', () => {
  const at = (instanceUrl: string) => instanceAddress({ instanceUrl, workspaceRef: undefined }, sandbox!);
  const instanceUrl = 'http://127.0.0.1:8082/salesforce';
  expect(at(instanceUrl)).toEqual({ instanceUrl });
  expect(at('https://127.0.0.1:8082/salesforce')).toHaveProperty('issue');
  expect(at('http://127.0.0.1:8083/salesforce')).toHaveProperty('issue');
});

test.each([
  ['https://acme.my.salesforce.com', undefined, '/providerMetadata/instanceUrl'],
  [undefined, 'acme', '/providerWorkspaceRef'],
])(
  'with a sandbox in place %s %s is refused, with what leads to real accounts',
  (instanceUrl, workspaceRef, name) => {
    expect(instanceAddress({ instanceUrl, workspaceRef }, sandbox!)).toMatchObject({
      issue: {
        name,
        detail: expect.stringContaining('`http://127.0.0.1:8082/salesforce` stands in for Salesforce'),
        remedy: expect.stringContaining('SALESFORCE_LOGIN_URL=https://login.salesforce.com'),
      },
    });
  },
);

test('a subdomain alone is enough', () => {
  expect(address(undefined, 'acme')).toEqual({ instanceUrl: 'https://acme.my.salesforce.com' });
});

test.each([
  ['https://acme.my.salesforce.com', 'Acme', 'https://globex.my.salesforce.com'],
  ['https://acme.my.salesforce.com', 'acme', 'https://globex.my.salesforce.com'],
  ['https://crm.intern', 'acme', 'https://crm.intern'],
])('%s of the account %s is %s once its name is globex', (instanceUrl, before, after) => {
  const stated = { instanceUrl, workspaceRef: 'globex' };
  expect(changedAddress(before, stated, salesforce!)).toEqual({ instanceUrl: after });
});

test.each([
  'http://acme.my.salesforce.com',
  'https://acme.my.salesforce.com:8443',
  'https://user:password@acme.my.salesforce.com',
  'https://acme.my.salesforce.com.evil.example',
  'https://evilsalesforce.com',
  'https://evil.example?.salesforce.com',
  'https://evil.example#.salesforce.com',
  'http://127.0.0.1:8083',
  'ftp://crm.intern',
  'http://crm.intern:22',
  'https://crm.intern:8443',
  'http://login.salesforce.com',
  'https://login.salesforce.com:8443',
  'nothing',
])('%s is refused, and not repeated', (given) => {
  const refused = address(given);
  expect(refused).toHaveProperty('issue');
  expect(JSON.stringify(refused)).not.toContain(given);
});

test.each(['evil.example/', 'evil.example#', 'a b'])('the subdomain %j is refused', (workspaceRef) => {
  expect(address(undefined, workspaceRef)).toMatchObject({
    issue: { in: 'body', name: '/providerWorkspaceRef', value: workspaceRef },
  });
});

test('a subdomain that may hold a password is refused, and not repeated', () => {
  const refused = address(undefined, 'user:password@evil.example:443/x');
  expect(refused).toHaveProperty('issue');
  expect(JSON.stringify(refused)).not.toContain('password@');
});
