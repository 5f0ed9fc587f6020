import { passesBy } from '@writ/db';
import type { BatchOutcome, Failed, ProviderFault, RecordOutcome } from '@writ/write-core';
import { isRenewable } from '../connection/credentials.ts';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnection } from './live-connection.ts';
import type { LiveConnections } from './live-connections.ts';
import { notRenewedNow } from './token-faults.ts';

type Call = { connection: ConnectionForCall; signal: AbortSignal };

/**
 * Sends a write, once more with a new token if the provider refused the token for everything, or moved the
 * account: then nothing was written. If it refuses the new token, too, the connection is given up.
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

/** Sends a question as `sendLive` sends a write. */
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
    /** Why a new token may help; none if something may have been written. */
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
 * If the database is away, the provider's answer stays: nothing was written, and the credentials may still
 * hold.
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

const decisiveOf = (refusals: readonly ProviderFault[]): ProviderFault | undefined =>
  refusals.find(({ refusesCredentials }) => refusesCredentials);

/** The failures of an unwritten record, if all are of the token. */
const mendedByToken = (outcome: { kind: string }): readonly ProviderFault[] =>
  isFailed(outcome) && outcome.faults.every(isMendedByToken) ? outcome.faults : [];

/** Not sent, or only with a refused token or to the account's old address. */
const isUnwritten = (outcome: RecordOutcome): boolean =>
  isFailed(outcome)
    ? outcome.faults.every((fault) => fault.sent === 'notSent' || isMendedByToken(fault))
    : outcome.asItWas === true;

const isMendedByToken = ({ kind, retryable, sent, movedAway }: ProviderFault): boolean =>
  (kind === 'unauthorized' || movedAway === true) && retryable && sent !== 'unknown';

const failedBy = (fault: ProviderFault): Failed => ({ kind: 'failed', faults: [fault] });
