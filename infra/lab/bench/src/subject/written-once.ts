import type { Account, Sandbox } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import { numberOf } from './contact.ts';

/**
 * Whether writes 0 to `writes` - 1, sent to accounts in turn, are at the provider once each.
 *
 * @param apart ids of older records
 */
export async function writtenOnce(
  sandbox: Sandbox,
  accounts: readonly Account[],
  writes: number,
  apart: ReadonlySet<string> = new Set(),
): Promise<Verdict> {
  let [wrong, records] = [0, 0];
  for (const [index, { account }] of accounts.entries()) {
    const contacts = await sandbox.contacts(account);
    const numbers = contacts
      .filter(({ id }) => !apart.has(id))
      .map(numberOf)
      .sort((a, b) => a - b);
    records += numbers.length;
    wrong += numbers.filter((number, place) => number !== place * accounts.length + index).length;
  }
  return {
    what: `${accounts.length} account(s): every record is at the provider exactly once`,
    holds: wrong === 0 && records === writes,
    detail: `${records} records of ${writes} writes, ${wrong} out of place`,
  };
}
