import type { Governor } from '@writ/governor';
import { Refusal } from '@writ/problems';
import { askLive, type LiveConnections } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { ProviderCall } from '@writ/providers';
import type { Failed } from '@writ/write-core';

export type AskingParts<Adapter> = {
  providers: { adapterFor: (provider: string) => Adapter | undefined };
  governor: Pick<Governor, 'paced'>;
  connections: Pick<LiveConnections, 'find' | 'renew'>;
};

type Question = {
  connection: { id: string; provider: string };
  objectName: string;
  /** Distinguishes questions in the governor, like `WriteName`. */
  name: string;
  patienceMs: number;
  limitMs: number;
  callLimitMs: number;
};

/**
 * Asks a provider a question without effect, within the account's quota.
 * @throws Refusal if the connection is gone
 */
export async function askProvider<Adapter, Answer extends { kind: string }>(
  { providers, governor, connections }: AskingParts<Adapter>,
  { connection: { id, provider }, objectName, name, patienceMs, limitMs, callLimitMs }: Question,
  ask: (adapter: Adapter, call: ProviderCall) => Promise<Answer | Failed>,
): Promise<Answer | Failed> {
  const adapter = providers.adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  const signal = AbortSignal.timeout(limitMs);
  const live = await connections.find(id, signal);
  if (!live) throw new Refusal('connection-not-working', { detail: 'The connection no longer exists.' });
  if (live.kind === 'failed') return { kind: 'failed', faults: [live.fault] };
  const call = { objectName, readBack: false, signal, timeoutMs: callLimitMs };
  return governor.paced(
    // The same key as for the account's writes.
    { key: providerLaneId(live.connection), provider },
    { synchronous: true, patienceMs, write: name, signal },
    (pace) =>
      askLive(connections, { ...live, signal }, (connection) => ask(adapter, { ...call, connection, pace })),
  );
}
