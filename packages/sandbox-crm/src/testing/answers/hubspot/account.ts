import { exactly, listOf, matching, oneOf, someText, wholeNumber } from '../schema.ts';

export const accountDetails = exactly({
  portalId: wholeNumber,
  accountType: oneOf('STANDARD', 'SANDBOX', 'DEVELOPER_TEST', 'APP_DEVELOPER'),
  timeZone: someText,
  companyCurrency: matching('^[A-Z]{3}$'),
  additionalCurrencies: listOf(matching('^[A-Z]{3}$')),
  utcOffset: matching(String.raw`^[+-]\d{2}:\d{2}$`),
  utcOffsetMilliseconds: wholeNumber,
  uiDomain: someText,
  dataHostingLocation: matching(String.raw`^[a-z]{2}\d$`),
});
