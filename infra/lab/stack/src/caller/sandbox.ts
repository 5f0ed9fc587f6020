import type { AccountSettings, Fault, JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import { request } from 'undici';
import { targets, type StackProvider } from './open-project.ts';

/** The sandbox CRMs behind the services, through their control endpoints; accounts are HubSpot's unless a provider is named. */
export type Sandbox = {
  url: string;
  /** The token that always opens an account. */
  tokenOf: (account: string, provider?: StackProvider) => string;
  change: (account: string, settings: Partial<AccountSettings>, provider?: StackProvider) => Promise<void>;
  liftQuota: (account: string, provider?: StackProvider) => Promise<void>;
  reset: () => Promise<void>;
  contacts: (account: string, provider?: StackProvider) => Promise<SandboxRecord[]>;
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
  const change: Sandbox['change'] = async (account, settings, provider = 'hubspot') => {
    await call('PUT', `/settings/${provider}/${account}`, settings);
  };
  return {
    url,
    tokenOf: (account, provider = 'hubspot') => `sandbox-${provider}-${account}`,
    change,
    liftQuota: (account, provider) => change(account, { quota: null, dailyLimit: null }, provider),
    reset: async () => {
      await call('POST', '/reset');
    },
    contacts: async (account, provider = 'hubspot') =>
      (await call(
        'GET',
        `/records/${provider}/${account}/${targets[provider].objectName}`,
      )) as SandboxRecord[],
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
