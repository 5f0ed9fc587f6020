import { integrationName, type StackProject } from './open-project.ts';
import type { Sandbox } from './sandbox.ts';

const atOnce = 8;

/** A group of the project whose installation writes to the sandbox account `account`. */
export type Account = { account: string; groupRef: string };

/** Lifts the quotas of `count` sandbox accounts and installs the integration for each. */
export async function installAccounts(
  { name, management }: StackProject,
  sandbox: Sandbox,
  count: number,
): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, index) => ({
    account: `${name}-${count}-${index}`,
    groupRef: `group-${count}-${index}`,
  }));
  const waiting = [...accounts];
  const install = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { account, groupRef } = next;
      await sandbox.liftQuota(account);
      const { id } = await management.call<{ id: string }>('POST', `/projects/${name}/connections:generate`, {
        provider: 'hubspot',
        groupRef,
        apiKey: sandbox.tokenOf(account),
      });
      const path = `/projects/${name}/integrations/${integrationName}/installations`;
      const content = { write: { objects: { contacts: { objectName: 'contacts' } } } };
      await management.call('POST', path, { groupRef, connectionId: id, config: { content } });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, install));
  return accounts;
}
