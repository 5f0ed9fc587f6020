import type { Governor } from '@writ/governor';
import { Refusal } from '@writ/http-kit';
import { askLive, type LiveConnections } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { ProviderCall } from '@writ/providers';
import type { Failed } from '@writ/write-core';

/** Whom providers are asked through: connections with tokens that last, within the quotas of their accounts. */
export type AskingParts<Adapter> = {
  providers: { adapterFor: (provider: string) => Adapter | undefined };
  governor: Pick<Governor, 'paced'>;
  connections: Pick<LiveConnections, 'find' | 'renew'>;
};

type Question = {
  connection: { id: string; provider: string };
  objectName: string;
  /** Tells questions apart, as `WriteName` does. */
  name: string;
  /** How long it waits for its turn. */
  patienceMs: number;
  /** By then the provider has to have answered, whatever was waited for; and how long one call may take of it. */
  limitMs: number;
  callLimitMs: number;
};

/**
 * Asks a provider something that changes nothing there, within the account's quota like a synchronous write.
 *
 * @throws Refusal where there is no such connection any more
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
    // Quotas are counted where the account's writes wait: under the id of its lane.
    { key: providerLaneId(live.connection), provider },
    { synchronous: true, patienceMs, write: name, signal },
    (pace) =>
      askLive(connections, { ...live, signal }, (connection) => ask(adapter, { ...call, connection, pace })),
  );
}
