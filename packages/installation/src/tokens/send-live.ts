import type { BatchOutcome, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnections } from './live-connections.ts';

/**
 * Sends a write, and once more with a new token where the provider refused the first one for all of it: nothing was
 * written then (Contract §4.2). Where no new token can be had the outcome says why; of credentials that none can be had
 * for it is noted that the provider takes them no longer.
 */
export async function sendLive<Outcome extends Pick<BatchOutcome, 'records'>>(
  { renew }: Pick<LiveConnections, 'renew'>,
  { connection, signal }: { connection: ConnectionForCall; signal: AbortSignal },
  send: (connection: ConnectionForCall) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send(connection);
  const refusals = outcome.records.flatMap(tokenRefusals);
  if (refusals.length === 0 || !outcome.records.every((record) => tokenRefusals(record).length > 0))
    return outcome;
  const decisive = refusals.find(({ refusesCredentials }) => refusesCredentials);
  const live = await renew(connection, signal, decisive);
  if (!live) return outcome;
  if (live.kind === 'usable') return send(live.connection);
  return { ...outcome, records: outcome.records.map(() => failedBy(live.fault)) };
}

/** The faults of a record that was not written only since the token was refused; none where that is not so. */
const tokenRefusals = (outcome: RecordOutcome): readonly ProviderFault[] =>
  outcome.kind === 'failed' && outcome.faults.every(isTokenRefusal) ? outcome.faults : [];

const isTokenRefusal = ({ kind, retryable, sent }: ProviderFault): boolean =>
  kind === 'unauthorized' && retryable && sent !== 'unknown';

const failedBy = (fault: ProviderFault): RecordOutcome => ({ kind: 'failed', faults: [fault] });
