import { expect, test } from '@jest/globals';
import { readEnvironment } from './environment.ts';
import { providerPageVariables, providerUrlVariables } from './provider-variables.ts';

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
