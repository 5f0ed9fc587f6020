import type { Account } from '../../accounts/account.ts';
import type { Reply } from '../../server/call.ts';
import { identityUrl, orgId, userId } from './org.ts';

/** `/services/oauth2/userinfo` */
export const userInfo = (baseUrl: string, account: Account): Reply => ({
  status: 200,
  json: {
    sub: identityUrl(baseUrl, account),
    user_id: userId(account),
    organization_id: orgId(account),
    preferred_username: `owner@${account.name}.example`,
    name: `Sandbox ${account.name}`,
    email_verified: true,
    active: true,
    urls: { custom_domain: baseUrl },
  },
});
