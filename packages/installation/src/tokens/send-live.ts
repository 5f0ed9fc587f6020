import type { BatchOutcome, ProviderFault, RecordOutcome } from '@writ/write-core';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnections } from './live-connections.ts';

/**
 * Sends a write, and once more with a new token where the provider refused the first one for all of it: nothing was
 * written then (Contract §4.2). Where no new token can be had the outcome says why.
 */
export async function sendLive<Outcome extends Pick<BatchOutcome, 'records'>>(
  { renew }: Pick<LiveConnections, 'renew'>,
  { connection, signal }: { connection: ConnectionForCall; signal: AbortSignal },
  send: (connection: ConnectionForCall) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send(connection);
  if (outcome.records.length === 0 || !outcome.records.every(isTokenRefused)) return outcome;
  const live = await renew(connection, signal);
  if (!live) return outcome;
  if (live.kind === 'usable') return send(live.connection);
  return { ...outcome, records: outcome.records.map(() => failedBy(live.fault)) };
}

const isTokenRefused = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' &&
  outcome.faults.every(
    ({ kind, retryable, sent }) => kind === 'unauthorized' && retryable && sent !== 'unknown',
  );

const failedBy = (fault: ProviderFault): RecordOutcome => ({ kind: 'failed', faults: [fault] });
