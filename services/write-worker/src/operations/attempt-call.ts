import { askLive, sendLive, type ConnectionForCall, type LiveConnection } from '@writ/installation';
import type { Lease } from '@writ/lanes';
import type { ClaimedOperation } from '@writ/operation';
import type {
  BatchCall,
  KnownBefore,
  Pace,
  ProviderAdapter,
  ProviderCall,
  SentRecords,
} from '@writ/providers';
import { errorFields } from '@writ/service-kit';
import type { ProviderFault } from '@writ/write-core';
import { connectionFor } from './connection-for.ts';
import {
  allFailed,
  callLimitMs,
  leaseRanOut,
  mayBeginOn,
  notPrepared,
  type PerformDeps,
} from './perform-operation.ts';
import { notSent, sendRecords } from './send-records.ts';
import { whoShares, type Again } from './who-shares.ts';
import type { WriteCall } from './write-call.ts';

/** Lacks operations that lost their lease. */
type Attempted = {
  sent: ReadonlyMap<ClaimedOperation, SentRecords>;
  /** Operations that do not share this call after all. */
  later: readonly Again[];
  /** A request was made. */
  called: ReadonlySet<ClaimedOperation>;
  inCall: { operations: number; records: number };
};

export async function attemptCall(
  deps: PerformDeps,
  call: WriteCall,
  { lease, ...hold }: Pick<BatchCall, 'onCall'> & { lease: Lease; pace: Pace },
): Promise<Attempted> {
  const progress = { mayBeSent: false };
  try {
    const { usable, failed, elsewhere } = await connectionsOf(deps, call.operations, lease.signal);
    const sent = new Map<ClaimedOperation, SentRecords>(failed);
    const [first] = usable?.operations ?? [];
    if (!usable || !first) return { sent, later: elsewhere, called: new Set(), inCall: none };
    const adapter = deps.providers.adapterFor(first.provider);
    if (!adapter) throw new Error(`There is no adapter for the provider ${first.provider}`);
    const msToDeadline = Math.min(...call.operations.map((operation) => operation.msToDeadline));
    const shared = { ...hold, ...sharedCall(first, lease, msToDeadline) };
    const live = { ...usable, signal: lease.signal };
    const { sharing, later, unasked } = await askWhoShares(deps, adapter, shared, live);
    for (const [operation, failed] of unasked) sent.set(operation, failed);
    // Last: leases may be lost during the calls before.
    const going = sharing.filter((operation) => !call.lost.has(operation));
    const records = going.flatMap(({ pending }) => pending);
    const owners = going.flatMap((operation) => operation.pending.map(() => operation));
    const knownOf = (at: number): KnownBefore => knownBefore(owners[at] ?? first, lease);
    const write = { type: first.type, form: records.length > 1 ? ('batch' as const) : ('single' as const) };
    const send = (connection: ConnectionForCall): Promise<SentRecords> => {
      if (!shared.mayBegin()) return Promise.resolve(allFailed(records, leaseRanOut));
      progress.mayBeSent = true;
      return sendRecords(
        adapter,
        { ...shared, connection, isShared: going.length > 1 },
        write,
        records,
        knownOf,
      );
    };
    const all =
      going.length > 0 ? await sendLive(deps.connections, live, send) : allFailed(records, notPrepared);
    let from = 0;
    for (const operation of going) {
      sent.set(operation, partOf(all, from, operation.pending.length));
      from += operation.pending.length;
    }
    const called = new Set([...going, ...unasked.map(([operation]) => operation)]);
    return {
      sent,
      later: [...elsewhere, ...later],
      called,
      inCall: { operations: going.length, records: records.length },
    };
  } catch (error) {
    if (progress.mayBeSent) throw error;
    deps.logger.error('writes not sent', { operations: call.operations.length, ...errorFields(error) });
    const sent = new Map(call.operations.map((operation) => [operation, failedBy(operation, notPrepared)]));
    return { sent, later: [], called: new Set(), inCall: none };
  }
}

const none = { operations: 0, records: 0 };

function sharedCall({ objectName, pending }: ClaimedOperation, lease: Lease, msToDeadline: number) {
  const mayBegin = mayBeginOn(lease);
  return {
    objectName,
    headers: pending[0]?.forwardHeaders ?? [],
    readBack: false,
    signal: lease.signal,
    timeoutMs: callLimitMs,
    allOrNone: false,
    mayBegin,
    mayCallAgain: () => mayBegin() && lease.heldMs() < msToDeadline,
  };
}

const knownBefore = (
  { msSinceFirstAttempt, writtenBefore }: ClaimedOperation,
  lease: Lease,
): KnownBefore => ({
  sinceFirstAttemptMs: msSinceFirstAttempt + lease.heldMs(),
  writtenBefore,
});

function partOf({ records, kept, inDoubt, found }: SentRecords, from: number, count: number): SentRecords {
  const places = Array.from({ length: count }, (_, at) => at);
  return {
    records: places.map((at) => records[from + at] ?? notSent),
    errors: [],
    kept: kept.flatMap((note) => {
      const own = places.filter((at) => note.records.includes(from + at));
      return own.length > 0 ? [{ ...note, records: own }] : [];
    }),
    inDoubt: places.map((at) => inDoubt[from + at] === true),
    found: places.map((at) => found[from + at] === true),
  };
}

/** Asks the provider for unique fields if the declaration names none. If that fails, nothing is sent. */
async function askWhoShares(
  { connections }: PerformDeps,
  adapter: ProviderAdapter,
  call: Omit<ProviderCall, 'connection'>,
  live: Usable & { signal: AbortSignal },
) {
  const { operations } = live;
  const isKnown = operations.some(({ type }) => type !== 'create') || adapter.declaration.uniqueFieldsOf;
  if (isKnown) return { sharing: operations, later: [], unasked: [] };
  const records = operations.flatMap(({ pending }) => pending.map(({ planned }) => planned));
  const keys = await askLive(connections, live, (connection) =>
    adapter.uniqueKeysOf({ ...call, connection }, records),
  );
  if (keys.kind === 'failed') {
    const [fault] = keys.faults;
    const unasked = operations.map((one) => [one, failedBy(one, { ...fault, sent: 'notSent' })] as const);
    return { sharing: [], later: [], unasked };
  }
  const found = keys.records.values();
  const keysOf = new Map(
    operations.map((operation) => [operation, operation.pending.map(() => found.next().value ?? [])]),
  );
  return { ...whoShares(operations, (operation) => keysOf.get(operation)), unasked: [] };
}

type Usable = Extract<LiveConnection, { kind: 'usable' }> & { operations: ClaimedOperation[] };

/** They may have changed since acceptance. */
async function connectionsOf(
  deps: PerformDeps,
  operations: readonly ClaimedOperation[],
  signal: AbortSignal,
) {
  const found = new Map<string, LiveConnection>();
  const failed = new Map<ClaimedOperation, SentRecords>();
  const elsewhere: Again[] = [];
  let usable: Usable | undefined;
  for (const operation of operations) {
    const { installationId } = operation;
    const live = found.get(installationId) ?? (await connectionFor(deps, operation, signal));
    found.set(installationId, live);
    if (live.kind === 'failed') failed.set(operation, failedBy(operation, live.fault));
    else if (!usable) usable = { ...live, operations: [operation] };
    else if (live.connection.id === usable.connection.id) usable.operations.push(operation);
    else elsewhere.push({ operations: [operation], together: 1 });
  }
  return { usable, failed, elsewhere };
}

const failedBy = ({ pending }: ClaimedOperation, fault: ProviderFault): SentRecords =>
  allFailed(pending, fault);
