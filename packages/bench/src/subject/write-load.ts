import { integrationName, type Account, type StackProject } from '@writ/stack';
import type { LoadTask } from '../load/load-task.ts';
import { contactWrite, type WriteWay } from './contact.ts';

/** Writes of one contact each, over the accounts in turn; asynchronous ones unless told. */
export const writeLoad = (
  writeUrl: string,
  { name, apiKey }: StackProject,
  accounts: readonly Account[],
  way: WriteWay = { mode: 'asynchronous' },
): Pick<LoadTask, 'url' | 'headers' | 'bodies' | 'keepOperationIds'> => ({
  url: `${writeUrl}/v1/projects/${name}/integrations/${integrationName}/objects/contacts`,
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: accounts.map((account) => contactWrite(account, way)),
  keepOperationIds: true,
});
