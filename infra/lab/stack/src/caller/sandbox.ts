import type { AccountSettings, Fault, JournalEntry, SandboxRecord } from '@writ/sandbox-crm';
import { callJson, type Method } from './call-json.ts';
import { targets, type StackProvider } from './open-project.ts';

/** Uses the control endpoints; accounts are HubSpot's by default. */
export type Sandbox = {
  url: string;
  /** The token that always opens an account. */
  tokenOf: (account: string, provider?: StackProvider) => string;
  change: (account: string, settings: Partial<AccountSettings>, provider?: StackProvider) => Promise<void>;
  liftQuota: (account: string, provider?: StackProvider) => Promise<void>;
  reset: () => Promise<void>;
  contacts: (account: string, provider?: StackProvider) => Promise<SandboxRecord[]>;
  play: (fault: Fault) => Promise<void>;
  /** Removes faults that were not played. */
  forgetFaults: () => Promise<void>;
  /** Oldest first; of one account or all. */
  journal: (account?: string) => Promise<JournalEntry[]>;
};

export function sandboxAt(url: string): Sandbox {
  const call = <Answer = void>(method: Method, path: string, body?: unknown) =>
    callJson(method, `${url}/_sandbox${path}`, { body }) as Promise<Answer>;
  const change: Sandbox['change'] = (account, settings, provider = 'hubspot') =>
    call('PUT', `/settings/${provider}/${account}`, settings);
  return {
    url,
    tokenOf: (account, provider = 'hubspot') => `sandbox-${provider}-${account}`,
    change,
    liftQuota: (account, provider) => change(account, { quota: null, dailyLimit: null }, provider),
    reset: () => call('POST', '/reset'),
    contacts: (account, provider = 'hubspot') =>
      call('GET', `/records/${provider}/${account}/${targets[provider].objectName}`),
    play: (fault) => call('POST', '/faults', fault),
    forgetFaults: () => call('DELETE', '/faults'),
    journal: (account) => call('GET', account === undefined ? '/journal' : `/journal?account=${account}`),
  };
}
