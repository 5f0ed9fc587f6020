import { notFound } from '@writ/problems';
import type { Connection } from '@writ/installation';
import type { DescribedObject, ProviderAdapter } from '@writ/providers';
import { faultText } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import { askProvider, type AskingParts } from '../asking/ask-provider.ts';
import { refuseQuestion } from '../asking/refuse-question.ts';
import { pageQuestions } from './page-questions.ts';

/** Unless `refresh` asks again. */
const knownMs = 5 * 60_000;
/** Fields and their options, some 200 bytes each. */
const mostKept = 200_000;
/** As long as a synchronous write, and a token, may take. */
const limits = { patienceMs: 5_000, limitMs: 20_000, callLimitMs: 10_000 };

export const sizeOf = ({ fields }: DescribedObject): number =>
  fields.reduce((size, { options = [] }) => size + 1 + options.length, 1);

export type DescribingParts = AskingParts<Pick<ProviderAdapter, 'describeObject'>>;
type Question = { connection: Connection; objectName: string };

/** Decides how often the provider may be asked. */
export type Asker = {
  /** Has a credential that pages have. */
  isPage: boolean;
  isDeclared: boolean;
  refresh: boolean;
};

export type DescribeObject = (question: Question & Asker) => Promise<DescribedObject>;

type Missing = { kind: 'missing'; detail: string };

/**
 * Asks providers for the fields of objects, within the account's quota. Concurrent callers share a question. Answers
 * are kept for five minutes, also that there is no such object, per connection as it is: another authorization of the
 * account may see other fields. Pages get a bounded number of calls beyond the manifest's objects.
 * @param perf monotonic time
 * @throws Refusal if there is no such object or the provider does not answer; the latter is not kept
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
    // Evicted questions still answer their callers.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => ask(parts, context),
  });
  const ofPages = pageQuestions(perf);

  return async ({ connection, objectName, isPage, isDeclared, refresh }) => {
    const context = { connection, objectName };
    const { id, account, updateTime } = connection;
    const key = JSON.stringify([id, account, updateTime, objectName]);
    // Keep nothing for a connection that does not work.
    const isRemembered = connection.status === 'working';
    const asksAgain = refresh || !isRemembered;
    // Before `fetch` drops the kept description.
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
  return { kind: 'missing', detail: `The CRM has no object with this name: ${faultText(fault)}` };
}
