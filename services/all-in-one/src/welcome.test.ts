import { expect, test } from '@jest/globals';
import { welcome } from './welcome.ts';

const demo = {
  managementUrl: 'http://127.0.0.1:8080/v1',
  writeUrl: 'http://127.0.0.1:8081/v1',
  sandboxUrl: 'http://127.0.0.1:8082',
  project: 'demo',
  apiKey: 'a-key',
  integrations: { hubspot: 'demo-hubspot', salesforce: 'demo-salesforce' },
  groupRef: 'acme',
};
const welcomed = (hubspot?: string, salesforce?: string): string =>
  welcome(demo, {
    dataDir: '.data',
    metricsUrl: 'http://127.0.0.1:9464/metrics',
    consoleLink: undefined,
    crms: { HUBSPOT_BASE_URL: hubspot, SALESFORCE_LOGIN_URL: salesforce },
  });
const nothingLeaves = 'nothing leaves this machine';

test('without an address of a CRM the sandbox is said to replace both', () => {
  expect(welcomed()).toContain(`The sandbox replaces the CRMs: ${nothingLeaves}.`);
});

test.each([
  ['https://api.hubapi.com', undefined, 'HubSpot: https://api.hubapi.com,', 'Salesforce: the sandbox,'],
  [
    undefined,
    'https://login.salesforce.com',
    'HubSpot: the sandbox,',
    'Salesforce: https://login.salesforce.com.',
  ],
  [
    'http://me:secret@crm.test/hubspot',
    'https://test.salesforce.com',
    'HubSpot: http://crm.test,',
    'Salesforce: https://test.salesforce.com.',
  ],
])('with %s and %s it is said which CRM is where', (hubspot, salesforce, ...lines) => {
  const text = welcomed(hubspot, salesforce);
  for (const line of lines) expect(text).toContain(`\n${line} `);
  expect(text).not.toContain(nothingLeaves);
  expect(text).not.toContain('secret');
});
