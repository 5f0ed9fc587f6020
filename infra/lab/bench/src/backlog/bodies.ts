import type { Account } from '@writ/stack';
import { contactFields, contactName } from '../subject/contact.ts';
import type { Badness, Work } from './work.ts';

/** A create whose answer is lost can be found by it. `{n}` stands for its number. */
export const emailOf = (number: number | '{n}'): string => `n-${number}@bench.example`;

export const nameBefore = 'before';

/** The sandbox refuses batches with this value without naming the record. */
export const refusedTitle = 'refused';

/** Fields of bad records. Other records already have the taken emails. */
const badFields: Readonly<Record<Badness, Readonly<Record<string, string>>>> = {
  email: { email: 'no address {n}' },
  option: { hs_lead_status: 'no option {n}' },
  taken: {},
  anonymous: { jobtitle: refusedTitle },
  anonymousConflict: { jobtitle: refusedTitle },
};

type Written = Pick<Work, 'provider' | 'type' | 'bad' | 'moreBytes'>;

/** Sent in turn from a number that is a multiple of the distance of bad records. */
export function bodiesOf(work: Written, accounts: readonly Account[]): string[] {
  const { bad } = work;
  const places = Math.max(accounts.length, bad?.every ?? 1);
  return Array.from({ length: places }, (_, place) => {
    const account = accounts[place % accounts.length];
    const isOfBad = bad !== undefined && place % bad.every === 0;
    return JSON.stringify({
      groupRef: account?.groupRef,
      type: work.type,
      mode: 'asynchronous',
      record: { ...recordOf(work), ...(isOfBad && badFields[bad.how]) },
    });
  });
}

function recordOf({ provider, type, moreBytes = 0 }: Written): Readonly<Record<string, string>> {
  if (provider === 'salesforce')
    return { LastName: contactName('{n}'), External_Id__c: '{n}', Description: contactFields.address };
  // Two fields: HubSpot takes 65,536 characters per field.
  const half = 'x'.repeat(moreBytes / 2);
  const fields = { ...contactFields, ...(moreBytes > 0 && { address: half, company: half }) };
  if (type === 'update') return { ...fields, id: '{n}' };
  return { ...fields, email: emailOf('{n}') };
}
