import type { Account, Sandbox } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import { contactUpdate } from '../subject/contact.ts';
import { bareLoad } from '../subject/start-bench.ts';

const records = 25;
const updatesOfEach = 4;

export type OrderedUpdates = {
  /** Sent in turn, one at a time, numbered from 0: body `n` is for record `n` modulo their number. */
  bodies: readonly string[];
  count: number;
  recordIds: ReadonlySet<string>;
  inOrder: () => Promise<Verdict>;
};

export async function orderedUpdates(
  sandbox: Sandbox,
  accounts: readonly Account[],
): Promise<OrderedUpdates> {
  const made: { at: Account; id: string }[] = [];
  for (let number = 0; number < records; number += 1) {
    const at = accounts[number % accounts.length];
    if (at) made.push({ at, id: await createContact(sandbox, at) });
  }
  return {
    bodies: made.map(({ at, id }) => contactUpdate(at, id)),
    count: made.length * updatesOfEach,
    recordIds: new Set(made.map(({ id }) => id)),
    inOrder: async () => {
      const came = await updatesThatCame(sandbox, [...new Set(made.map(({ at }) => at.account))]);
      const wrong = made.filter(({ id }, index) => came.get(id)?.join() !== expected(index, made.length));
      return {
        what: `${accounts.length} account(s): updates of a record came once each, in the order of their acceptance`,
        holds: made.length === records && wrong.length === 0,
        detail: `${records} records of ${updatesOfEach} updates, ${wrong.length} of them not so`,
      };
    },
  };
}

const expected = (index: number, step: number): string =>
  Array.from({ length: updatesOfEach }, (_, turn) => `n-${index + turn * step}`).join();

async function createContact(sandbox: Sandbox, { account }: Account): Promise<string> {
  const { urls, headers, bodies } = bareLoad(sandbox, account);
  const answer = await request(urls[0] ?? '', { method: 'POST', headers, body: bodies[0] ?? '' });
  const { id } = (await answer.body.json()) as { id: string };
  return id;
}

type Sent = { properties: { lastname: string } };

/** In own or shared calls. */
async function updatesThatCame(
  sandbox: Sandbox,
  accounts: readonly string[],
): Promise<Map<string, string[]>> {
  const came = new Map<string, string[]>();
  for (const account of accounts)
    for (const { method, path, body } of await sandbox.journal(account)) {
      const single =
        method === 'PATCH' ? [{ id: path.slice(path.lastIndexOf('/') + 1), ...(body as Sent) }] : [];
      const shared = path.endsWith('/batch/update')
        ? (body as { inputs: (Sent & { id: string })[] }).inputs
        : [];
      for (const { id, properties } of [...single, ...shared])
        came.set(id, [...(came.get(id) ?? []), properties.lastname]);
    }
  return came;
}
