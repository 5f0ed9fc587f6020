import { culpritsOf, faultText, type ProviderFault } from '@writ/write-core';
import { attemptOutcome, type Settlement } from './settlement.ts';

/**
 * SQL: part of a `WITH` that stores attempts of operations in `settled`, after an earlier one without a
 * settlement.
 * @param number of the parameter from `givenAttempts`
 */
export const attemptsInserted = (number: number): string => `attempts AS (
    INSERT INTO operation_attempt (project_id, operation_id, number, outcome, started_at, ended_at, call, sent, written,
      failed, fault, message, next_attempt_at, waiting_for)
    SELECT s.project_id, s.id, a.number, a.outcome, coalesce(a.started_at, s.last_attempt_at),
      CASE WHEN a.outcome <> 'unknown' THEN s.update_time END, a.call, a.sent, a.written, a.failed, a.fault, a.message,
      CASE WHEN a.outcome = 'retry' AND s.waiting_for IS NULL THEN s.due_at END,
      CASE WHEN a.outcome = 'retry' THEN coalesce(s.waiting_for, 'retry') END
    FROM json_to_recordset($${number}::json) AS a (id uuid, number int, outcome text, started_at timestamptz, call json,
      sent int, written int, failed int, fault text, message text)
    JOIN settled s USING (id)
    -- An attempt is settled once; a second row must not fail its operation.
    ON CONFLICT DO NOTHING
  )`;

/** An absent member is null. */
export const givenAttempts = (settlements: readonly Settlement[]): string =>
  JSON.stringify(
    settlements.flatMap((settlement) => [
      ...cutOffBefore(settlement),
      ...(settlement.isNoAttempt ? [] : [attemptRow(settlement)]),
    ]),
  );

function attemptRow({ operation: { id, attempt }, judgement, call }: Settlement) {
  const { records, lastFault } = judgement;
  const faults = records.flatMap((record) => (record.status === 'written' ? [] : record.faults));
  const count = (isIt: (record: (typeof records)[number]) => boolean): number => records.filter(isIt).length;
  const written = count(({ status }) => status === 'written');
  return {
    id,
    number: attempt,
    outcome: attemptOutcome(judgement),
    call,
    sent: count((record) => record.status === 'written' || wasSent(record.faults)),
    written,
    failed: records.length - written,
    fault: lastFault?.kind,
    message: saidOf(faults, judgement.ofNoRecord),
  };
}

/** The previous process died or lost its lease. */
const cutOffBefore = ({
  operation: { id, attempt, outcomeUnknown, attemptedBefore },
}: Settlement): object[] =>
  outcomeUnknown && attempt > 1
    ? [{ id, number: attempt - 1, outcome: 'unknown', started_at: attemptedBefore }]
    : [];

export const wasSent = (faults: readonly ProviderFault[]): boolean =>
  faults.some(({ sent }) => sent !== 'notSent');

const mostSaid = 2_000;

/** Distinct messages; the adapter has removed secrets. */
export function saidOf(
  faults: readonly ProviderFault[],
  ofNoRecord: readonly string[] = [],
): string | undefined {
  const said = [...new Set([...ofNoRecord, ...culpritsOf(faults).map(faultText)])].join('\n');
  return said === '' ? undefined : cut(said);
}

/** Limits bytes, and splits no character. */
const cut = (text: string): string =>
  Buffer.byteLength(text) <= mostSaid
    ? text
    : Buffer.from(text)
        .subarray(0, mostSaid)
        .toString()
        .replace(/\ufffd+$/, '');
