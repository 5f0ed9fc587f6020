import { notFound } from '@writ/http-kit';
import type { Connection } from '@writ/installation';
import type { DescribedObject, ProviderAdapter } from '@writ/providers';
import { faultText } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import { askProvider, type AskingParts } from '../asking/ask-provider.ts';
import { refuseQuestion } from '../asking/refuse-question.ts';
import { pageQuestions } from './page-questions.ts';

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

/** Who asks, and for what: that decides how often. */
export type Asker = {
  /** With a credential that pages have. */
  isPage: boolean;
  /** For an object that the manifest names, of which there are so many. */
  isDeclared: boolean;
  /** Anew, whatever was told before. */
  refresh: boolean;
};

/** Tells what fields an object has in the CRM that a connection leads to. */
export type DescribeObject = (question: Question & Asker) => Promise<DescribedObject>;

/** The CRM has no object of the name. */
type Missing = { kind: 'missing'; detail: string };

/**
 * Asks providers for the fields of objects, within the account's quota like a synchronous write; of those who ask the same
 * at once only one does, and what was said is remembered for five minutes, also that there is no such object. It is
 * remembered for the connection as it is alone: who has connected, or connects anew, may see other fields than somebody else
 * of the same account. Pages cause a bounded number of calls besides those for what the manifest names.
 *
 * @param perf monotonic time; the process's own unless a test moves it
 * @throws Refusal where there is no such object, or the provider does not tell: nothing of that is remembered
 */
export function objectDescriptions(
  parts: DescribingParts,
  perf: { now(): number } = performance,
): DescribeObject {
  const known = new LRUCache<string, DescribedObject | Missing, Question>({
    maxSize: mostKept,
    sizeCalculation: (told) => (told.kind === 'missing' ? 1 : sizeOf(told)),
    ttl: knownMs,
    ttlResolution: 0,
    perf,
    // What is pushed out while it is asked for is told to those who wait for it all the same.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => ask(parts, context),
  });
  const ofPages = pageQuestions(perf);

  return async ({ connection, objectName, isPage, isDeclared, refresh }) => {
    const context = { connection, objectName };
    const { id, account, updateTime } = connection;
    const key = JSON.stringify([id, account, updateTime, objectName]);
    // Of a connection that does not work nothing is told any more.
    const isRemembered = connection.status === 'working';
    const asksAgain = refresh || !isRemembered;
    // Counted before what is known is dropped for the answer.
    if (isPage && (asksAgain || !(isDeclared || known.has(key)))) ofPages.take(id);
    const told = isRemembered
      ? await known.fetch(key, { forceRefresh: refresh, context })
      : await ask(parts, context);
    if (!told) throw new Error('a description that was asked for is missing');
    if (told.kind === 'missing') throw notFound('path', 'objectName', objectName, told.detail);
    return told;
  };
}

async function ask(
  parts: DescribingParts,
  { connection, objectName }: Question,
): Promise<DescribedObject | Missing> {
  const question = { connection, objectName, name: `describe ${objectName}`, ...limits };
  const described = await askProvider(parts, question, (adapter, call) => adapter.describeObject(call));
  if (described.kind === 'described') return described;
  const [fault] = described.faults;
  if (fault.kind !== 'not-found') throw refuseQuestion(fault, connection);
  return { kind: 'missing', detail: `The CRM has no object of this name: ${faultText(fault)}` };
}
