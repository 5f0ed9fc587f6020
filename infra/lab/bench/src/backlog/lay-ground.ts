import { installAccounts, openProject, type Account, type Sandbox, type StackProject } from '@writ/stack';
import { request } from 'undici';
import { emailOf, nameBefore, refusedTitle } from './bodies.ts';
import type { Bed } from './start-bed.ts';
import { isBad, mostOfCall, type Work } from './work.ts';

export type Ground = {
  project: StackProject;
  accounts: readonly Account[];
  /** Of the first write: updates are numbered by their records' ids. */
  from: number;
};

const quota = { limit: 110, windowMs: 10_000 };
const forEver = 1_000_000_000;

export async function layGround({ subject, sandbox }: Bed, work: Work, name: string): Promise<Ground> {
  await sandbox.reset();
  const project = await openProject(subject.management, name, work.provider);
  // HubSpot's default, to compare.
  const settings = work.provider === 'salesforce' ? { gather: true } : {};
  const accounts = await installAccounts(project, sandbox, work.accounts, settings);
  const [first] = accounts;
  if (!first) throw new Error(`"${work.title}" has no account`);
  const from = await prepareRecords(sandbox, first, work);
  await refuseBad(sandbox, first, work);
  if (work.use !== 'none') for (const { account } of accounts) await sandbox.change(account, { quota });
  // Includes the part that the preparation used.
  if (work.dayLimit !== undefined) await sandbox.change(first.account, { dailyLimit: work.dayLimit });
  return { project, accounts, from };
}

async function prepareRecords(sandbox: Sandbox, { account }: Account, work: Work): Promise<number> {
  if (work.type === 'update') {
    const ids = await createContacts(
      sandbox,
      account,
      Array.from({ length: work.records }, () => ({})),
    );
    const [first = 0] = ids;
    if (ids.some((id, place) => id !== first + place))
      throw new Error('The ids of the sandbox are not in a row');
    return first;
  }
  if (work.bad?.how === 'taken') {
    const numbers = Array.from({ length: work.records }, (_, number) => number);
    const taken = numbers.filter((number) => isBad(work, number));
    await createContacts(
      sandbox,
      account,
      taken.map((number) => ({ email: emailOf(number) })),
    );
  }
  return 0;
}

async function createContacts(
  sandbox: Sandbox,
  account: string,
  contacts: readonly object[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < contacts.length; at += mostOfCall.hubspot) {
    const some = contacts.slice(at, at + mostOfCall.hubspot);
    const inputs = some.map((contact) => ({ properties: { lastname: nameBefore, ...contact } }));
    const answer = await request(`${sandbox.url}/hubspot/crm/v3/objects/contacts/batch/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.tokenOf(account)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs }),
    });
    if (answer.statusCode !== 201) throw new Error(`Contacts were not created: ${await answer.body.text()}`);
    const { results } = (await answer.body.json()) as { results: readonly { id: string }[] };
    ids.push(...results.map(({ id }) => Number(id)));
  }
  return ids;
}

/** Refuses whole calls with such a record without naming it, as HubSpot does (Providers §2.3). */
async function refuseBad(sandbox: Sandbox, { account }: Account, { bad }: Work): Promise<void> {
  const then = refusals.get(bad?.how ?? '');
  if (!then) return;
  const match = { record: { jobtitle: refusedTitle } };
  await sandbox.play({ provider: 'hubspot', account, match, times: forEver, then });
}

const refusal = (status: number, category: string, message: string) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { status: 'error', category, message, correlationId: '00000000-0000-0000-0000-000000000000' },
});

const refusals: ReadonlyMap<string, ReturnType<typeof refusal>> = new Map([
  ['anonymous', refusal(400, 'VALIDATION_ERROR', 'Property values were not valid')],
  ['anonymousConflict', refusal(409, 'CONFLICT', 'Contact already exists')],
]);
