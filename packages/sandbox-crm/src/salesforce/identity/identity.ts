import type { Account } from '../../accounts/account.ts';
import type { Reply } from '../../server/call.ts';
import { identityUrl, orgId, userId } from './org.ts';

/** The identity address (`/id/{org}/{user}`) of a token's account. */
export function identity(baseUrl: string, account: Account): Reply {
  return {
    status: 200,
    json: {
      id: identityUrl(baseUrl, account),
      asserted_user: true,
      user_id: userId(account),
      organization_id: orgId(account),
      username: userName(account),
      nick_name: account.name,
      display_name: `Sandbox ${account.name}`,
      email: userName(account),
      email_verified: true,
      first_name: 'Sandbox',
      last_name: account.name,
      timezone: 'Etc/UTC',
      active: true,
      user_type: 'STANDARD',
      language: 'en_US',
      locale: 'en_US',
      utcOffset: 0,
      urls: urls(baseUrl, account),
    },
  };
}

/** `/services/oauth2/userinfo`: the same person in OpenID Connect's words. */
export function userInfo(baseUrl: string, account: Account): Reply {
  return {
    status: 200,
    json: {
      sub: identityUrl(baseUrl, account),
      user_id: userId(account),
      organization_id: orgId(account),
      preferred_username: userName(account),
      nickname: account.name,
      name: `Sandbox ${account.name}`,
      given_name: 'Sandbox',
      family_name: account.name,
      email: userName(account),
      email_verified: true,
      zoneinfo: 'Etc/UTC',
      user_type: 'STANDARD',
      active: true,
      urls: urls(baseUrl, account),
    },
  };
}

function userName({ name }: Account): string {
  return `owner@${name}.example`;
}

function urls(baseUrl: string, account: Account): Record<string, string> {
  const data = `${baseUrl}/services/data/v{version}`;
  return {
    rest: `${data}/`,
    sobjects: `${data}/sobjects/`,
    query: `${data}/query/`,
    custom_domain: baseUrl,
    profile: `${baseUrl}/${userId(account)}`,
  };
}
