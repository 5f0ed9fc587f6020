import type { Sandbox } from '@writ/stack';
import type { LoadTask } from '../load/load-task.ts';
import { contactCall } from './contact.ts';

/** The provider call that each write of `writeLoad` becomes, sent without the services to an account of its own. */
export const bareLoad = (
  { url, tokenOf }: Sandbox,
  account: string,
): Pick<LoadTask, 'urls' | 'headers' | 'bodies'> => ({
  urls: [`${url}/hubspot/crm/objects/2026-03/contacts`],
  headers: { authorization: `Bearer ${tokenOf(account)}`, 'content-type': 'application/json' },
  bodies: [contactCall()],
});
