import type { AttemptReport, DeliveryAttempt } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { Refusal, type IssueInput } from '@writ/problems';
import { retryAfterMs } from '@writ/write-core';
import type { Pool } from 'pg';
import { endedAttempt, type EndedAttempt } from '../deliveries/ended-attempts.ts';
import { toStoredAttempt } from '../deliveries/find-delivery.ts';
import type { Done } from '../delivery/disabling.ts';
import type { Attempted, TellAttempt } from '../delivery/tell-attempts.ts';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { httpOutcome } from '../destination-kinds/attempt.ts';

export type ReportDeps = {
  prisma: Prisma.TransactionClient;
  pool: Pool;
  settle: (done: readonly Done[]) => Promise<void>;
  tellAttempt: TellAttempt;
  clock: { now(): Date };
};

/**
 * SQL: the client still has the delivery; one held meanwhile has no due time. The previous release leases by `due_at`.
 */
const holdsSql = `
  SELECT 1 FROM delivery WHERE project_id = $1 AND id = $2 AND attempt = $3 AND claimed
    AND (due_at IS NULL OR greatest(due_at, lease_until) > clock_timestamp())`;

/**
 * Ends an attempt by its client's report; a repeated report gets the same answer. The attempt number fences the
 * settlement: after a lost lease it changes nothing, which the second look shows.
 *
 * @throws Refusal if the attempt has ended otherwise
 */
export const reportAttempt =
  ({ prisma, pool, settle, tellAttempt, clock }: ReportDeps) =>
  async (unit: Attempted, report: AttemptReport): Promise<DeliveryAttempt> => {
    const outcome = outcomeOf(report, clock.now());
    const before = await endedAttempt(prisma, unit);
    if (before) return same(before, outcome);
    const { rowCount } = await pool.query(holdsSql, [unit.projectId, unit.id, unit.attempt]);
    const isHeld = rowCount === 1;
    if (isHeld) await settle([{ unit, outcome }]);
    const after = await endedAttempt(prisma, unit);
    if (!after) throw over(lapsed);
    const ended = same(after, outcome);
    if (isHeld) tellAttempt(unit, outcome);
    return ended;
  };

function outcomeOf({ status, retryAfter, ms, excerpt = '', error }: AttemptReport, now: Date): SendOutcome {
  const waitMs = retryAfterMs({ 'retry-after': retryAfter }, now.getTime());
  const result =
    status === undefined
      ? { error: error ?? 'Nothing answered.' }
      : { status, retryAfterMs: waitMs, excerpt };
  return { at: new Date(now.getTime() - ms), durationMs: ms, ...httpOutcome(result) };
}

function same(row: EndedAttempt, told: SendOutcome): DeliveryAttempt {
  const isSame =
    row.httpStatus === (told.httpStatus ?? null) &&
    row.durationMs === told.durationMs &&
    row.responseExcerpt === (told.excerpt ?? null) &&
    row.error === (told.error ?? null);
  if (!isSame) throw over('The attempt was reported before, with another outcome.');
  return toStoredAttempt(row);
}

const lapsed =
  'The lease of the attempt has expired, it is not the latest attempt, or nobody fetched it: the report is ignored.';

const over = (detail: string): Refusal => new Refusal('attempt-over', { detail });

type SentReport = { readonly [Name in keyof AttemptReport]?: AttemptReport[Name] | undefined };

/** Members of an answer need its `status`; `error` excludes it. */
export function reportRule(report: SentReport): readonly IssueInput[] {
  const [members, detail] =
    // Also if its type is wrong.
    Object.hasOwn(report, 'status')
      ? ([['error'], 'An attempt has a `status` or an `error`: leave one of them out.'] as const)
      : ([
          ['retryAfter', 'excerpt'],
          'Only an answer has this: give its `status`, too, or leave this out.',
        ] as const);
  return members
    .filter((name) => report[name])
    .map((name) => ({ in: 'body', name: `/${name}`, detail, value: report[name] }));
}
