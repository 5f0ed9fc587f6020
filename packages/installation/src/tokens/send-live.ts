import { passesBy } from '@writ/db';
import type { BatchOutcome, Failed, ProviderFault, RecordOutcome } from '@writ/write-core';
import { isRenewable } from '../connection/credentials.ts';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnection } from './live-connection.ts';
import type { LiveConnections } from './live-connections.ts';
import { notRenewedNow } from './token-faults.ts';

type Call = { connection: ConnectionForCall; signal: AbortSignal };

/**
 * Sends a write. If the provider refused the token for all of it that was sent, or has moved the account to an address that
 * it tells with new tokens, nothing was written (Contract §4.2): it is sent once more with a new token. If that one was granted
 * for this write and is refused as well, in the provider's own words, the connection is given up. Where no new token can be
 * had, the outcome says why.
 */
export const sendLive = <Outcome extends Pick<BatchOutcome, 'records'>>(
  connections: Pick<LiveConnections, 'renew'>,
  call: Call,
  send: (connection: ConnectionForCall) => Promise<Outcome>,
): Promise<Outcome> =>
  withToken(connections, call, {
    send,
    refusalsIn: ({ records }) => (records.every(isUnwritten) ? records.flatMap(mendedByToken) : []),
    failedBy: (outcome, fault) => ({
      ...outcome,
      records: outcome.records.map((one) => (isFailed(one) ? failedBy(fault) : one)),
    }),
  });

/** Asks the provider something, as `sendLive` sends a write. */
export const askLive = <Answer extends { kind: string }>(
  connections: Pick<LiveConnections, 'renew'>,
  call: Call,
  ask: (connection: ConnectionForCall) => Promise<Answer | Failed>,
): Promise<Answer | Failed> =>
  withToken<Answer | Failed>(connections, call, {
    send: ask,
    refusalsIn: mendedByToken,
    failedBy: (_, fault) => failedBy(fault),
  });

async function withToken<Answer>(
  connections: Pick<LiveConnections, 'renew'>,
  { connection, signal }: Call,
  on: {
    send: (connection: ConnectionForCall) => Promise<Answer>;
    /** Why a new token may help; none where something may have been written. */
    refusalsIn: (answer: Answer) => readonly ProviderFault[];
    failedBy: (answer: Answer, fault: ProviderFault) => Answer;
  },
): Promise<Answer> {
  const answer = await on.send(connection);
  const refusals = on.refusalsIn(answer);
  if (refusals.length === 0) return answer;
  const live = await renewed(connections, { connection, signal }, refusals);
  if (!live) return answer;
  if (live.kind === 'failed') return on.failedBy(answer, live.fault);
  const again = await on.send(live.connection);
  const decisive = decisiveOf(on.refusalsIn(again));
  if (!decisive || !live.connection.justGranted) return again;
  const ended = await renewed(connections, { connection: live.connection, signal }, [decisive]);
  return ended?.kind === 'failed' ? on.failedBy(again, ended.fault) : again;
}

/**
 * A database that is away takes nothing from what the provider has said: that nothing was written. Whether the credentials
 * still hold is not said by it, where they could be renewed.
 */
async function renewed(
  { renew }: Pick<LiveConnections, 'renew'>,
  { connection, signal }: Call,
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

/** The first refusal in which the provider rejects the credentials themselves, if there is one. */
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
