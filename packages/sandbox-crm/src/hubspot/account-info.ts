import type { Account } from '../accounts/account.ts';
import type { Reply } from '../server/call.ts';

/** The portal behind a token. */
export function accountInfo(account: Account): Reply {
  return {
    status: 200,
    json: {
      portalId: account.number,
      accountType: 'DEVELOPER_TEST',
      timeZone: 'Etc/UTC',
      utcOffset: '+00:00',
      utcOffsetMilliseconds: 0,
      companyCurrency: 'USD',
      additionalCurrencies: [],
      uiDomain: 'app.hubspot.com',
      dataHostingLocation: 'na1',
    },
  };
}
