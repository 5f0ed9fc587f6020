import { exactly, oneOf, someText, wholeNumber } from '../schema.ts';

/** The portal of a token. */
export const accountDetails = exactly({
  portalId: wholeNumber,
  accountType: oneOf('DEVELOPER_TEST'),
  uiDomain: someText,
});
