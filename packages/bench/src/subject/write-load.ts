import { integrationName, type Account, type StackProject } from '@writ/stack';
import type { LoadTask } from '../load/load-task.ts';
import { contactWrite } from './contact.ts';

/** Asynchronous writes of one contact each, over the accounts in turn. */
export const writeLoad = (
  writeUrl: string,
  { name, apiKey }: StackProject,
  accounts: readonly Account[],
): Pick<LoadTask, 'url' | 'headers' | 'bodies' | 'keepOperationIds'> => ({
  url: `${writeUrl}/v1/projects/${name}/integrations/${integrationName}/objects/contacts`,
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: accounts.map(contactWrite),
  keepOperationIds: true,
});
