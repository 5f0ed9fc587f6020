import { coalesce, inTransaction, isContentFault, type Queryable } from '@writ/db';
import { addToOutbox, outboxPart, type NewEvent } from '@writ/event-bus';
import { findInstallationFacts, type InstallationFacts, type InstallationRef } from '@writ/installation';
import {
  endedRecords,
  endsAnUpdate,
  markUnsent,
  sentNothing,
  settleOperations,
  writeAsyncDone,
  type Settlement,
} from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import { judgeAttempt, type ProviderFault } from '@writ/write-core';
import type { Pool } from 'pg';
import { recentlyFound } from './recently-found.ts';

/**
 * Stores the outcomes of many attempts and announces the operations that ended by them, in one transaction: an end
 * without its event, or an event without its end, cannot be.
 */
export function createSettleAttempts(given: SettleParts): (settled: readonly Settlement[]) => Promise<void> {
  const deps = { ...given, findFacts: recentFacts(given.pool) };
  return async (settlements) => {
    try {
      await settle(deps, settlements);
    } catch (error) {
      const [only, ...others] = settlements;
      if (!isContentFault(error) || !only || others.length > 0) throw error;
      // The provider's answer holds what no database stores. The operation has to end all the same: otherwise its lease
      // would run out, and the same write be sent again and again.
      deps.logger.error('answer cannot be stored; the operation ends without it', {
        operationId: only.operation.id,
        ...errorFields(error),
      });
      await settle(deps, [withoutAnswer(only)]);
    }
  };
}

type SettleParts = { pool: Pool; managementUrl: string; pokeRelay: () => void; logger: Logger };
type FindFacts = (ref: InstallationRef) => Promise<InstallationFacts | undefined>;
type SettleDeps = SettleParts & { findFacts: FindFacts };

const unstorable: ProviderFault = {
  kind: 'unknown',
  sent: 'unknown',
  retryable: false,
  message: "The provider's answer cannot be stored; look at the record there",
};

function withoutAnswer({ operation }: Settlement): Settlement {
  const outcomes = operation.pending.map(() => ({ kind: 'failed', faults: [unstorable] }) as const);
  const time = { attempt: operation.attempt, msToDeadline: 0, random: 0 };
  const log = { severity: 'ERROR', msg: unstorable.message } as const;
  return { operation, judgement: judgeAttempt(operation, outcomes, time), log };
}

async function settle(deps: SettleDeps, settlements: readonly Settlement[]): Promise<void> {
  const facts = await factsByInstallation(deps.findFacts, settlements);
  const [simple, others] = partition(settlements, isSimple);
  const storing = { ...deps, facts };
  const announced = (await settleAtOnce(storing, simple)) + (await settleInTransaction(storing, others));
  if (announced > 0) deps.pokeRelay();
}

type Storing = SettleDeps & { facts: ReadonlyMap<string, InstallationFacts> };

/**
 * What one statement can store: no earlier attempt wrote other records of it, it lets no other write go, and something
 * was sent.
 */
const isSimple = (settlement: Settlement): boolean =>
  settlement.operation.succeededBefore + settlement.operation.failedBefore === 0 &&
  !endsAnUpdate(settlement) &&
  !sentNothing(settlement);

/** Outcomes and events in one statement, which is a transaction of its own. Gives how many operations it ended. */
async function settleAtOnce(storing: Storing, settlements: readonly Settlement[]): Promise<number> {
  if (settlements.length === 0) return 0;
  const part = outboxPart(await eventsOf(storing, storing.pool, settlements));
  return (await settleOperations(storing.pool, settlements, part)).size;
}

async function settleInTransaction(storing: Storing, settlements: readonly Settlement[]): Promise<number> {
  if (settlements.length === 0) return 0;
  return inTransaction(storing.pool, async (tx) => {
    const endedIds = await settleOperations(tx, settlements);
    await markUnsent(tx, settlements.filter(sentNothing));
    const ended = settlements.filter(({ operation }) => endedIds.has(operation.id));
    const events = await eventsOf(storing, tx, ended);
    if (events.length > 0)
      await addToOutbox(
        tx,
        events.map(({ event }) => event),
      );
    return ended.length;
  });
}

/** The events of those that end by their settlement, each with the id of its operation. */
async function eventsOf(
  { facts, managementUrl }: Storing,
  tx: Queryable,
  settlements: readonly Settlement[],
): Promise<{ endedId: string; event: NewEvent }[]> {
  const ending = settlements.filter(({ judgement }) => judgement.next.do === 'end');
  const records = await endedRecords(tx, ending);
  return ending.flatMap(({ operation, judgement }) => {
    const own = facts.get(operation.installationId);
    if (judgement.next.do !== 'end' || !own) return [];
    const { status, result } = judgement.next;
    const end = { status, result, succeeded: judgement.succeeded, failed: judgement.failed };
    const told = { facts: own, managementUrl };
    const event = writeAsyncDone(operation, end, records.get(operation.id) ?? [], told);
    return [{ endedId: operation.id, event }];
  });
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  const groups = Map.groupBy(items, belongs);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

/** Installations that one statement looks up. */
const factsAtOnce = 500;

/** Names of installations as they were a moment ago: a busy one ends writes all the time. */
function recentFacts(pool: Pool): FindFacts {
  const find = coalesce((refs: readonly InstallationRef[]) => findInstallationFacts(pool, refs), {
    maxKeys: factsAtOnce,
    nameOf: keyOfRef,
  });
  return recentlyFound(find, () => performance.now(), keyOfRef);
}

const keyOfRef = ({ installationId, connectionId }: InstallationRef): string =>
  `${installationId} ${connectionId}`;

/** Names of the installations concerned, each looked up once, and before the transaction: it is to be short. */
async function factsByInstallation(
  findFacts: FindFacts,
  settlements: readonly Settlement[],
): Promise<ReadonlyMap<string, InstallationFacts>> {
  const ending = settlements.filter(({ judgement }) => judgement.next.do === 'end');
  if (ending.length === 0) return new Map();
  const refs = new Map(ending.map(({ operation }) => [operation.installationId, operation]));
  const facts = await Promise.all([...refs.values()].map(findFacts));
  return new Map(facts.flatMap((found) => (found ? [[found.installationId, found] as const] : [])));
}
