import { passesBy } from '@writ/db';
import type { BatchOutcome, Failed, ProviderFault, RecordOutcome } from '@writ/write-core';
import { isRenewable } from '../connection/credentials.ts';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnection, LiveConnections } from './live-connections.ts';
import { notRenewedNow } from './token-faults.ts';

/**
 * Sends a write, and once more with a new token where the provider refused the first one for all of it that was sent, or
 * has the account at another address, which it tells with the token: nothing was written then (Contract §4.2). Where no new
 * token can be had the outcome says why; of credentials that none can be had for it is noted that the provider takes them no
 * longer. Where the database is away the write has failed for now.
 */
export async function sendLive<Outcome extends Pick<BatchOutcome, 'records'>>(
  connections: Pick<LiveConnections, 'renew'>,
  { connection, signal }: { connection: ConnectionForCall; signal: AbortSignal },
  send: (connection: ConnectionForCall) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await send(connection);
  const refusals = outcome.records.flatMap(mendedByToken);
  if (refusals.length === 0 || !outcome.records.every(isUnwritten)) return outcome;
  const live = await renewed(connections, { connection, signal }, refusals);
  if (!live) return outcome;
  if (live.kind === 'usable') return send(live.connection);
  const records = outcome.records.map((one) => (isFailed(one) ? failedBy(live.fault) : one));
  return { ...outcome, records };
}

/**
 * Asks the provider something, and once more with a new token where it refused the first one. Where no new token can be
 * had the answer says why, as above.
 */
export async function askLive<Answer extends { kind: string }>(
  connections: Pick<LiveConnections, 'renew'>,
  { connection, signal }: { connection: ConnectionForCall; signal: AbortSignal },
  ask: (connection: ConnectionForCall) => Promise<Answer | Failed>,
): Promise<Answer | Failed> {
  const answer = await ask(connection);
  const refusals = mendedByToken(answer);
  if (refusals.length === 0) return answer;
  const live = await renewed(connections, { connection, signal }, refusals);
  if (!live) return answer;
  return live.kind === 'usable' ? ask(live.connection) : failedBy(live.fault);
}

/**
 * A database that is away takes nothing from what the provider has said: that nothing was written. Whether the credentials
 * still hold is not said by it, where they could be renewed.
 */
async function renewed(
  { renew }: Pick<LiveConnections, 'renew'>,
  { connection, signal }: { connection: ConnectionForCall; signal: AbortSignal },
  refusals: readonly ProviderFault[],
): Promise<LiveConnection | undefined> {
  try {
    return await renew(connection, signal, decisiveOf(refusals));
  } catch (error) {
    if (!passesBy(error)) throw error;
    return isRenewable(connection) ? { kind: 'failed', fault: notRenewedNow } : undefined;
  }
}

const isFailed = (answer: { kind: string }): answer is Failed => answer.kind === 'failed';

/** Of several refusals the one after which credentials that cannot be renewed are given up. */
const decisiveOf = (refusals: readonly ProviderFault[]): ProviderFault | undefined =>
  refusals.find(({ refusesCredentials }) => refusesCredentials);

/** The faults of a record that was not written only since the token was refused; none where that is not so. */
const mendedByToken = (outcome: { kind: string }): readonly ProviderFault[] =>
  isFailed(outcome) && outcome.faults.every(isMendedByToken) ? outcome.faults : [];

/** The record was not sent, or only with a token that was refused, or to where the account no longer is. */
const isUnwritten = (outcome: RecordOutcome): boolean =>
  isFailed(outcome)
    ? outcome.faults.every((fault) => fault.sent === 'notSent' || isMendedByToken(fault))
    : outcome.asItWas === true;

const isMendedByToken = ({ kind, retryable, sent, movedAway }: ProviderFault): boolean =>
  (kind === 'unauthorized' || movedAway === true) && retryable && sent !== 'unknown';

const failedBy = (fault: ProviderFault): Failed => ({ kind: 'failed', faults: [fault] });
