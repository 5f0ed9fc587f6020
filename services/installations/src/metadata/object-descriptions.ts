import type { Governor } from '@writ/governor';
import { Refusal } from '@writ/http-kit';
import { askLive, type Connection, type LiveConnections } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { DescribedObject, ProviderAdapter } from '@writ/providers';
import type { Failed } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import { refuseDescription } from './refuse-description.ts';

/** What a provider has said is told again for this time, unless it is to be asked anew. */
const knownMs = 5 * 60_000;
/** What is kept at most, counted in fields and their options: some 200 bytes each. */
const mostKept = 200_000;
/** The provider has to have answered by then; so long a question waits for its turn, and for a token. */
const limitMs = 20_000;
const callLimitMs = 10_000;
/** As a synchronous write (Contract §4.2). */
const pacing = { synchronous: true, patienceMs: 5_000 };

/** How much it is: its fields and their options. */
export const sizeOf = ({ fields }: DescribedObject): number =>
  fields.reduce((size, { options = [] }) => size + 1 + options.length, 1);

/** Whom providers are asked through: connections with tokens that last, within the quotas of their accounts. */
export type DescribingParts = {
  providers: { adapterFor: (provider: string) => Pick<ProviderAdapter, 'describeObject'> | undefined };
  governor: Pick<Governor, 'paced'>;
  connections: Pick<LiveConnections, 'find' | 'renew'>;
};
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
  const described = await answerTo(parts, { connection, objectName });
  if (described.kind === 'described') return described;
  throw refuseDescription(described.faults[0], { connection, objectName });
}

async function answerTo(
  { providers, governor, connections }: DescribingParts,
  { connection: { id, provider }, objectName }: Question,
): Promise<DescribedObject | Failed> {
  const adapter = providers.adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  const signal = AbortSignal.timeout(limitMs);
  const live = await connections.find(id, signal);
  if (!live) throw new Refusal('connection-not-working', { detail: 'The connection no longer exists.' });
  if (live.kind === 'failed') return { kind: 'failed', faults: [live.fault] };
  const call = { objectName, readBack: false, signal, timeoutMs: callLimitMs };
  return governor.paced(
    // Quotas are counted where the account's writes wait: under the id of its lane.
    { key: providerLaneId(live.connection), provider },
    { ...pacing, write: `describe ${objectName}`, signal },
    (pace) =>
      askLive(connections, { ...live, signal }, (connection) =>
        adapter.describeObject({ ...call, connection, pace }),
      ),
  );
}
