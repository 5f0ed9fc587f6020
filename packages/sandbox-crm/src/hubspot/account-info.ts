import type { Account } from '../accounts/account.ts';
import type { Reply } from '../server/call.ts';

export const accountInfo = ({ number }: Account): Reply => ({
  status: 200,
  json: { portalId: number, accountType: 'DEVELOPER_TEST', uiDomain: 'app.hubspot.com' },
});
