import { expect } from '@jest/globals';
import { newId, type Database, type Queryable } from '@writ/db';
import {
  has,
  never,
  now,
  restLanes,
  type Hold,
  type Move,
  type OfUnit,
  type State,
  type Step,
  type Unit,
  type World,
} from '@writ/lanes/testing';
import type { PoolClient } from 'pg';
import { acceptOperations } from '../accept/accept-operations.ts';
import {
  claimOperations,
  nextDueOperations,
  renewOperations,
  settleOperations,
  unclaimOperations,
  type ClaimedOperation,
} from '../index.ts';
import { anAnnouncement, anOperation } from './an-operation.ts';
import { settlementOf, type Fate } from './operation-settlements.ts';
import { operationWorld } from './operation-world.ts';

/** No lease expires by itself. */
const leaseMs = 3_600_000;
const everything = 10;

type OfCall = Extract<Step, { held: readonly OfUnit[] }>;
type OpenRest = {
  mayRead: () => void;
  mayCommit: (error: Error | undefined) => void;
  read: Promise<undefined>;
  done: Promise<unknown>;
};

/** By the hold's stage. */
const fates: Partial<Record<Hold['stage'], Fate>> = { refused: 'later', unknown: 'unknown' };

/** As known from the claim. */
const halfOf = ({ rows }: State, { unit }: OfUnit): number =>
  Math.max(1, Math.floor(rows.units[unit]!.together / 2));

/** Performs the model's steps by the product's statements, in a project of its own. */
export function protocolWorld(db: Database, world: World) {
  const own = operationWorld(db);
  const { pool } = db;
  const unitIds = world.laneOf.map(() => newId());
  const laneIds = own.lanes;
  const places = [0, 2] as const;
  const acceptances = new Map<number, PoolClient>();
  const held = new Map<string, ClaimedOperation>();
  let rest: OpenRest | undefined;

  const nameOf = (worker: number, { unit, attempt }: OfUnit): string => `${worker}.${unit}.${attempt}`;
  const operationsOf = (step: OfCall): ClaimedOperation[] =>
    step.held.map((one) => held.get(nameOf(step.worker, one))!);
  const holdOf = ({ workers }: State, worker: number, { unit, attempt }: OfUnit): Hold =>
    workers[worker]!.find((one) => one.unit === unit && one.attempt === attempt)!;

  const open = async (acceptance: number): Promise<void> => {
    const tx = await pool.connect();
    acceptances.set(acceptance, tx);
    // Rows free in the model must not block.
    await tx.query(`BEGIN; SET LOCAL lock_timeout = '20s'`);
    const operations = world.acceptances[acceptance]!.map((unit) =>
      anOperation({
        ...own.targetOf(places[world.laneOf[unit]!]!),
        id: unitIds[unit]!,
        deadlineHours: 48,
        records: [{ fields: { email: `unit-${unit}@x.example` } }],
        together: world.mostInCall,
      }),
    );
    await acceptOperations(tx, operations);
  };

  const close = async (acceptance: number, how: 'commit' | 'rollback'): Promise<void> => {
    const tx = acceptances.get(acceptance);
    acceptances.delete(acceptance);
    await tx?.query(how);
    tx?.release();
  };

  const claim = async (step: Extract<Step, { do: 'claimOperations' }>, { to }: Move): Promise<void> => {
    const wanted = step.lanes.map((lane) => ({ laneId: laneIds[lane]!, limit: everything }));
    const operations = await claimOperations(pool, wanted, leaseMs);
    const claimed = operations.map((operation) => {
      const one = { unit: unitIds.indexOf(operation.id), attempt: operation.attempt };
      held.set(nameOf(step.worker, one), operation);
      const { inDoubt, outcomeUnknown, together } = holdOf(to, step.worker, one);
      expect(operation).toMatchObject({ outcomeUnknown, together, pending: [{ inDoubt }] });
      return { operation, hold: holdOf(to, step.worker, one) };
    });
    const callOf = ({ laneId, call }: ClaimedOperation): string => `${laneId}.${call}`;
    for (const { operation, hold } of claimed)
      for (const other of claimed)
        expect(callOf(operation) === callOf(other.operation)).toBe(hold.call === other.hold.call);
  };

  const settle = async (step: OfCall, before: State, { to }: Move): Promise<void> => {
    const settlements = step.held.map((one) => {
      const operation = held.get(nameOf(step.worker, one))!;
      const { stage } = holdOf(before, step.worker, one);
      const settlement = settlementOf(own, { operation }, [fates[stage] ?? 'written']);
      return stage === 'unknown' ? { ...settlement, together: halfOf(before, one) } : settlement;
    });
    await settleOperations(pool, settlements, anAnnouncement);
    // Retries must not come by themselves.
    const waiting = step.held.filter(
      ({ unit }) => to.rows.units[unit]!.waits && !before.rows.units[unit]!.waits,
    );
    await pool.query(`UPDATE operation SET due_at = due_at + interval '1 hour' WHERE id = ANY ($1)`, [
      waiting.map(({ unit }) => unitIds[unit]!),
    ]);
  };

  const unclaim = async (step: OfCall, before: State): Promise<void> => {
    const given = step.held.map((one) => {
      const operation = held.get(nameOf(step.worker, one))!;
      const { stage } = holdOf(before, step.worker, one);
      return stage === 'undecided' ? { ...operation, together: halfOf(before, one) } : operation;
    });
    await unclaimOperations(pool, given);
  };

  /** Rows held by acceptances are asked for, too: they must be skipped. */
  const beginRest = async (lanes: readonly number[], { to }: Move): Promise<void> => {
    const asked = laneIds.filter(
      (_, lane) => lanes.includes(lane) || to.acceptances.some(({ touched }) => has(touched, lane)),
    );
    const locked = Promise.withResolvers<readonly string[]>();
    const [mayRead, read] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const mayCommit = Promise.withResolvers<Error | undefined>();
    const nextDueAt = async (tx: Queryable, free: readonly string[]) => {
      locked.resolve(free);
      await mayRead.promise;
      const dueAt = await nextDueOperations(tx, free);
      read.resolve(undefined);
      const error = await mayCommit.promise;
      if (error) throw error;
      return dueAt;
    };
    const done = restLanes(
      pool,
      { nextDueAt },
      asked.map((id) => ({ id, troubled: false, settled: 0 })),
    );
    const free = await Promise.race([locked.promise, done.then(() => [])]);
    expect(free.toSorted()).toEqual(lanes.map((lane) => laneIds[lane]!).toSorted());
    rest = {
      mayRead: () => mayRead.resolve(undefined),
      mayCommit: mayCommit.resolve,
      read: read.promise,
      done,
    };
  };

  const endRest = async (error?: Error): Promise<void> => {
    const ending = rest;
    rest = undefined;
    ending?.mayRead();
    ending?.mayCommit(error);
    await ending?.done.catch((fault: unknown) => expect(fault).toBe(error));
  };

  /** By moving times into the past. */
  const letCome = async ({ to }: Move): Promise<void> => {
    const none = (flag: 'leased' | 'waits') => unitIds.filter((_, unit) => !to.rows.units[unit]![flag]);
    const due = laneIds.filter((_, lane) => to.rows.lanes[lane] === now);
    const come = (table: string, column: string, ids: readonly string[]) =>
      pool.query(
        `UPDATE ${table} SET ${column} = clock_timestamp() WHERE id = ANY ($1) AND ${column} > clock_timestamp()`,
        [ids],
      );
    await come('operation', 'lease_until', none('leased'));
    await come('operation', 'due_at', none('waits'));
    await come('lane', 'next_due_at', due);
  };

  const act = async (before: State, move: Move): Promise<void> => {
    const { step } = move;
    switch (step.do) {
      case 'acceptOperations':
        return open(step.acceptance);
      case 'commit':
      case 'rollback':
        return close(step.acceptance, step.do);
      case 'claimOperations':
        return claim(step, move);
      case 'unclaimOperations':
        return unclaim(step, before);
      case 'renewOperations':
        await renewOperations(pool, operationsOf(step), leaseMs);
        return;
      case 'settleOperations':
        return settle(step, before, move);
      case 'restLanes locks':
        return beginRest(step.lanes, move);
      case 'nextDueAt':
        rest?.mayRead();
        await rest?.read;
        return;
      case 'restLanes commits':
        return endRest();
      case 'restLanes breaks off':
        return endRest(new Error('broken off'));
      case 'lease ends':
      case 'next try comes':
        return letCome(move);
      // Outside the tables.
      case 'perform':
      case 'provider writes':
      case 'provider writes one and refuses the others':
      case 'provider writes without an answer':
      case 'provider refuses':
      case 'provider refuses for one that it does not name':
      case 'call breaks off':
      case 'worker dies':
      case 'disk catches up':
      case 'database crashes':
        return;
    }
  };

  return {
    act,
    /** The committed state, as far as the model has it. */
    read: async () => ({
      units: (await pool.query<Unit>(unitsSql, [unitIds, world.mostInCall])).rows,
      lanes: (await pool.query<{ due: string }>(lanesSql, [laneIds])).rows.map(({ due }) => due),
    }),
    close: async (): Promise<void> => {
      await endRest();
      for (const acceptance of [...acceptances.keys()]) await close(acceptance, 'rollback');
    },
  };
}

const unitsSql = `
  SELECT o.id IS NOT NULL AS stored, coalesce(attempt, 0) AS attempt, coalesce(claimed, false) AS claimed,
    coalesce(lease_until > clock_timestamp(), false) AS leased,
    coalesce(status = 'in_progress' AND due_at > clock_timestamp(), false) AS waits,
    coalesce(status <> 'in_progress', false) AS ended, coalesce(ambiguous, false) AS ambiguous,
    coalesce(together, $2) AS together
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) LEFT JOIN operation o ON o.id = given.id
  ORDER BY place`;

const lanesSql = `
  SELECT CASE WHEN next_due_at IS NULL THEN 'never' WHEN next_due_at <= clock_timestamp() THEN 'now' ELSE 'later' END AS due
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) LEFT JOIN lane ON lane.id = given.id
  ORDER BY place`;

/** The same of the model's state. */
export const readState = ({ rows: { units, lanes } }: State) => ({
  units,
  lanes: lanes.map((moments) => {
    if (moments === never) return 'never';
    return moments === now ? 'now' : 'later';
  }),
});
