import type { SandboxRecord } from '@writ/sandbox-crm';
import { request } from 'undici';

/** The sandbox CRMs behind the services, through their control endpoints. */
export type Sandbox = {
  url: string;
  /** The token that always opens a HubSpot account. */
  tokenOf: (account: string) => string;
  liftQuota: (account: string) => Promise<void>;
  /** The contacts that an account holds. */
  contacts: (account: string) => Promise<SandboxRecord[]>;
};

export function sandboxAt(url: string): Sandbox {
  return {
    url,
    tokenOf: (account) => `sandbox-hubspot-${account}`,
    liftQuota: async (account) => {
      const answer = await request(`${url}/_sandbox/settings/hubspot/${account}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ quota: null, dailyLimit: null, searchQuota: null }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`The quota of ${account} could not be lifted: ${text}`);
    },
    contacts: async (account) => {
      const { body } = await request(`${url}/_sandbox/records/hubspot/${account}/contacts`);
      return (await body.json()) as SandboxRecord[];
    },
  };
}
