import { targets, type StackProject, type StackProvider } from './open-project.ts';
import type { Sandbox } from './sandbox.ts';

const atOnce = 8;

export type Account = { account: string; groupRef: string };

/**
 * Makes `count` sandbox accounts without quotas, and installs the integration for each.
 *
 * @param settings further members of the object in each config
 */
export async function installAccounts(
  { name, management, provider }: StackProject,
  sandbox: Sandbox,
  count: number,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Account[]> {
  const { integrationName, objectName } = targets[provider];
  const accounts = Array.from({ length: count }, (_, index) => ({
    account: `${name}-${count}-${index}`,
    groupRef: `group-${count}-${index}`,
  }));
  const waiting = [...accounts];
  const install = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { account, groupRef } = next;
      await sandbox.liftQuota(account, provider);
      const { id } = await management.call<{ id: string }>('POST', `/projects/${name}/connections:generate`, {
        provider,
        groupRef,
        ...credentials(provider, sandbox, account),
      });
      const path = `/projects/${name}/integrations/${integrationName}/installations`;
      const content = { write: { objects: { [objectName]: { objectName, ...settings } } } };
      await management.call('POST', path, { groupRef, connectionId: id, config: { content } });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, install));
  return accounts;
}

/** A Salesforce org has its own address; HubSpot's is the same for all. */
function credentials(provider: StackProvider, sandbox: Sandbox, account: string): object {
  const token = sandbox.tokenOf(account, provider);
  return provider === 'hubspot'
    ? { apiKey: token }
    : {
        oauth2AuthorizationCode: { accessToken: token },
        providerMetadata: { instanceUrl: `${sandbox.url}/${provider}` },
      };
}
