import { expect, test } from '@jest/globals';
import { readEnvironment } from '@writ/service-kit';
import { providerAddressVariables, providerPageVariables, providerUrlVariables } from './providers.ts';

test.each(['https://api.hubapi.com', 'http://127.0.0.1:8082/hubspot'])(
  'a slash at the end of %s makes no other address',
  (address) => {
    const read = (given: string) => readEnvironment(providerUrlVariables, { HUBSPOT_BASE_URL: given });
    for (const given of [address, `${address}/`, `${address}//`])
      expect(read(given).HUBSPOT_BASE_URL).toBe(address);
  },
);

test('nor does one in the middle of a page, as containers put it behind an address', () => {
  const read = (given: string) =>
    readEnvironment(providerPageVariables, { HUBSPOT_AUTHORIZE_URL: given }).HUBSPOT_AUTHORIZE_URL;
  expect(read('https://api.hubapi.com//oauth/authorize')).toBe('https://api.hubapi.com/oauth/authorize');
  expect(read('http://[::1]:8082/hubspot//oauth/authorize/')).toBe(
    'http://[::1]:8082/hubspot/oauth/authorize/',
  );
  const leading = 'https://login.test/go?to=https://app.hubspot.com//oauth';
  expect(read(leading)).toBe(leading);
});

test('a version of another form than the providers use is refused, each by its name', () => {
  const { HUBSPOT_PATH_VERSION, SALESFORCE_API_VERSION } = providerAddressVariables;
  const read = (hubspot: string, salesforce: string) =>
    readEnvironment(
      { HUBSPOT_PATH_VERSION, SALESFORCE_API_VERSION },
      { HUBSPOT_PATH_VERSION: hubspot, SALESFORCE_API_VERSION: salesforce },
    );
  expect(read('v3', '67.0')).toEqual({ HUBSPOT_PATH_VERSION: 'v3', SALESFORCE_API_VERSION: '67.0' });
  expect(read('2026-03', '')).toMatchObject({ SALESFORCE_API_VERSION: '66.0' });
  for (const [hubspot, salesforce] of [
    ['3', '66'],
    ['2026-3', 'v66.0'],
    ['/v3', '66.0/'],
  ] as const)
    expect(() => read(hubspot, salesforce)).toThrow(
      new RegExp(
        `HUBSPOT_PATH_VERSION: "${hubspot}" is no [^]*SALESFORCE_API_VERSION: "${salesforce}" is no `,
      ),
    );
});
