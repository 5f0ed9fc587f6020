import { targets, type Account, type StackProject } from '@writ/stack';
import type { LoadTask } from '../load/load-task.ts';
import type { Subject } from './start-subject.ts';
import { contactWrite, type WriteWay } from './contact.ts';

/** Writes of one contact each, over the accounts in turn, straight to each gateway; asynchronous ones unless told. */
export const writeLoad = (
  { stack }: Pick<Subject, 'stack'>,
  { name, apiKey, provider }: StackProject,
  accounts: readonly Account[],
  way: WriteWay = { mode: 'asynchronous' },
): Pick<LoadTask, 'urls' | 'headers' | 'bodies' | 'keepOperationIds'> => ({
  urls: stack.replicas['write-gateway'].map(
    ({ url }) =>
      `${url}/v1/projects/${name}/integrations/${targets[provider].integrationName}/objects/${targets[provider].objectName}`,
  ),
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: accounts.map((account) => contactWrite(account, way)),
  keepOperationIds: true,
});
