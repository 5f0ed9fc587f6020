import { notFound } from '@writ/http-kit';
import type { Connection } from '@writ/installation';
import type { DescribedObject, ProviderAdapter } from '@writ/providers';
import { faultText } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import { askProvider, type AskingParts } from '../asking/ask-provider.ts';
import { refuseQuestion } from '../asking/refuse-question.ts';

/** What a provider has said is told again for this time, unless it is to be asked anew. */
const knownMs = 5 * 60_000;
/** What is kept at most, counted in fields and their options: some 200 bytes each. */
const mostKept = 200_000;
/** As a synchronous write waits for its turn (Contract §4.2), and time for a token. */
const limits = { patienceMs: 5_000, limitMs: 20_000, callLimitMs: 10_000 };

/** How much it is: its fields and their options. */
export const sizeOf = ({ fields }: DescribedObject): number =>
  fields.reduce((size, { options = [] }) => size + 1 + options.length, 1);

export type DescribingParts = AskingParts<Pick<ProviderAdapter, 'describeObject'>>;
type Question = { connection: Connection; objectName: string };

/** Tells what fields an object has in the CRM that a connection leads to. */
export type DescribeObject = (question: Question & { refresh: boolean }) => Promise<DescribedObject>;

/**
 * Asks providers for the fields of objects, within the account's quota like a synchronous write; of those who ask the same
 * at once only one does, and what was said is remembered for five minutes. It is remembered for the connection as it is
 * alone: who has connected, or connects anew, may see other fields than somebody else of the same account.
 *
 * @param perf monotonic time; the process's own unless a test moves it
 * @throws Refusal where the provider does not tell; nothing of that is remembered
 */
export function objectDescriptions(
  parts: DescribingParts,
  perf: { now(): number } = performance,
): DescribeObject {
  const known = new LRUCache<string, DescribedObject, Question>({
    maxSize: mostKept,
    sizeCalculation: sizeOf,
    ttl: knownMs,
    ttlResolution: 0,
    perf,
    // What is pushed out while it is asked for is told to those who wait for it all the same.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => ask(parts, context),
  });
  return async ({ connection, objectName, refresh }) => {
    const context = { connection, objectName };
    // Of a connection that does not work nothing is told any more.
    if (connection.status !== 'working') return ask(parts, context);
    const { id, account, updateTime } = connection;
    const key = JSON.stringify([id, account, updateTime, objectName]);
    const described = await known.fetch(key, { forceRefresh: refresh, context });
    if (!described) throw new Error('a description that was asked for is missing');
    return described;
  };
}

async function ask(parts: DescribingParts, { connection, objectName }: Question): Promise<DescribedObject> {
  const question = { connection, objectName, name: `describe ${objectName}`, ...limits };
  const described = await askProvider(parts, question, (adapter, call) => adapter.describeObject(call));
  if (described.kind === 'described') return described;
  const [fault] = described.faults;
  if (fault.kind !== 'not-found') throw refuseQuestion(fault, connection);
  const detail = `The CRM has no object of this name: ${faultText(fault)}`;
  throw notFound('path', 'objectName', objectName, detail);
}
