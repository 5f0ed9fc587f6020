import type { AccountSettings, Fault, JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import { request } from 'undici';

/** The sandbox CRMs behind the services, through their control endpoints. */
export type Sandbox = {
  url: string;
  /** The token that always opens a HubSpot account. */
  tokenOf: (account: string) => string;
  /** Changes how a HubSpot account behaves; what is left out keeps its value. */
  change: (account: string, settings: Partial<AccountSettings>) => Promise<void>;
  liftQuota: (account: string) => Promise<void>;
  /** Forgets every record, request and setting. */
  reset: () => Promise<void>;
  /** The contacts that an account holds. */
  contacts: (account: string) => Promise<SandboxRecord[]>;
  play: (fault: Fault) => Promise<void>;
  /** Takes back the faults that were not played yet. */
  forgetFaults: () => Promise<void>;
  /** The requests that came, oldest first: all, or those of one account. */
  journal: (account?: string) => Promise<JournalEntry[]>;
};

export function sandboxAt(url: string): Sandbox {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const answer = await request(`${url}/_sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`Sandbox: ${method} ${path}: ${answer.statusCode} ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  const change: Sandbox['change'] = async (account, settings) => {
    await call('PUT', `/settings/hubspot/${account}`, settings);
  };
  return {
    url,
    tokenOf: (account) => `sandbox-hubspot-${account}`,
    change,
    liftQuota: (account) => change(account, { quota: null, dailyLimit: null, searchQuota: null }),
    reset: async () => {
      await call('POST', '/reset');
    },
    contacts: async (account) =>
      (await call('GET', `/records/hubspot/${account}/contacts`)) as SandboxRecord[],
    play: async (fault) => {
      await call('POST', '/faults', fault);
    },
    forgetFaults: async () => {
      await call('DELETE', '/faults');
    },
    journal: async (account) =>
      (await call(
        'GET',
        account === undefined ? '/journal' : `/journal?account=${account}`,
      )) as JournalEntry[],
  };
}
