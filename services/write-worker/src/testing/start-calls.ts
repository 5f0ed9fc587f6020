import { newId } from '@writ/db';
import type { Governor } from '@writ/governor';
import {
  claimOperations,
  listAttempts,
  listRecords,
  unclaimOperations,
  type NewOperation,
} from '@writ/operation';
import { acceptOperations, anOperation, viewOperation } from '@writ/operation/testing';
import { createAppLogger } from '@writ/service-kit';
import type { CallCourse } from '../operations/call-sizes.ts';
import { createInFlight } from '../operations/in-flight.ts';
import { createPerformCall } from '../operations/perform-call.ts';
import { createSettleAttempts } from '../operations/settle-attempts.ts';
import { toCall, type WriteCall } from '../operations/write-call.ts';
import { installationOf } from './installation-of.ts';
import { sandboxConnection } from './sandbox-connection.ts';
import type { Ground } from './start-ground.ts';
import { unpaced } from './unpaced.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

const objects = { hubspot: 'contacts', salesforce: 'Contact' } as const;

type Starting = {
  /** HubSpot by default. */
  provider?: keyof typeof objects;
  /** Creates in flight that could not be found again. */
  mostInFlight?: number;
  governor?: Pick<Governor, 'paced'>;
  /** Installations with another connection by now. */
  moved?: ReadonlyMap<string, string>;
  /** Deleted installations. */
  gone?: ReadonlySet<string>;
  monotonicMs?: () => number;
  heldMs?: () => number;
};

type Sent = Readonly<Record<string, unknown>>;
type Body = { properties?: Sent; inputs?: { properties?: Sent }[] };

function recordsIn(body: unknown): Sent[] {
  const { properties, inputs = [] } = (typeof body === 'object' ? (body ?? {}) : {}) as Body;
  const given = [properties, ...inputs.map((input) => input.properties)];
  return given.filter((fields): fields is Sent => fields !== undefined);
}

/** Writes to an own account, and a worker whose calls tests make one by one. */
export function startCalls({ database, sandbox, providers }: Ground, starting: Starting = {}) {
  const { provider = 'hubspot', governor = unpaced, moved, gone, mostInFlight = 24 } = starting;
  const { monotonicMs = () => performance.now(), heldMs = () => 0 } = starting;
  const courses: { operations: number; course: CallCourse }[] = [];
  const objectName = objects[provider];
  const target = anOperation({ provider, account: newId(), objectName });
  const { projectId, account, laneId } = target;
  const connectionOf = (id: string) => sandboxConnection(sandbox, { id, projectId, provider, account });
  const findInstallation = (id: string) =>
    gone?.has(id) === true
      ? Promise.resolve(undefined)
      : installationOf(target, { id: moved?.get(id) ?? target.connectionId })(id);
  const perform = createPerformCall({
    providers,
    connections: {
      use: ({ id }) => Promise.resolve({ kind: 'usable', connection: connectionOf(id) }),
      renew: () => Promise.resolve(undefined),
    },
    findInstallation,
    governor,
    random: () => 0,
    logger,
    inFlight: createInFlight(mostInFlight, 4),
    giveBack: (operations) => unclaimOperations(database.pool, operations),
    sizes: { ended: (_lane, _key, operations, course) => void courses.push({ operations, course }) },
    monotonicMs,
  });
  const settle = createSettleAttempts({
    pool: database.pool,
    managementUrl: 'http://management.test/v1',
    findInstallation,
    onEnded: () => undefined,
    pokeRelay: () => undefined,
    logger,
  });
  const signal = new AbortController().signal;
  const lease = { remainingMs: () => 15_000, heldMs, signal };

  const claim = async (leaseMs = 15_000): Promise<WriteCall[]> => {
    // A requested wait is over.
    await database.pool.query(
      `UPDATE operation SET due_at = clock_timestamp()
       WHERE lane_id = $1 AND due_at IS NOT NULL AND NOT claimed AND waiting_on IS NULL`,
      [laneId],
    );
    const claimed = await claimOperations(database.pool, [{ laneId, limit: 100 }], leaseMs);
    return [...Map.groupBy(claimed, ({ call }) => call).values()].map((own) => toCall(laneId, own));
  };
  const run = async (call: WriteCall): Promise<number> => {
    const { settlements } = await perform(call, lease);
    await settle(settlements);
    return call.operations.length;
  };
  const find = async (id: string) => {
    const view = await viewOperation(database.prisma, projectId, id);
    if (!view) throw new Error(`There is no operation ${id}`);
    return view;
  };

  return {
    account,
    target,
    /** Courses that call sizes learned. */
    courses,
    perform: (call: WriteCall) => perform(call, lease),
    /** An existing contact. */
    contact: async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const call = {
        connection: connectionOf('c'),
        objectName,
        readBack: false,
        timeoutMs: 60_000,
      };
      const created = await providers.adapterFor(provider)?.create({ ...call, signal }, { fields });
      if (created?.kind !== 'written' || created.recordId === undefined) throw new Error('not created');
      return created.recordId;
    },
    accept: async (writes: readonly Partial<NewOperation>[]): Promise<string[]> => {
      const operations = writes.map((write) => ({ ...target, together: 100, ...write, id: newId() }));
      await acceptOperations(database.pool, operations);
      return operations.map(({ id }) => id);
    },
    claim,
    run,
    /** Makes all due calls; returns the operations of each. */
    round: async (): Promise<number[]> => {
      const sizes: number[] = [];
      for (const call of await claim()) sizes.push(await run(call));
      return sizes;
    },
    trouble: (fault: Omit<Parameters<Ground['sandbox']['setFault']>[0], 'provider' | 'account'>): void =>
      void sandbox.setFault({ provider, account, ...fault }),
    cancel: (id: string) =>
      database.pool.query(
        "UPDATE operation SET status = 'failure', due_at = NULL, claimed = false WHERE id = $1",
        [id],
      ),
    overdue: (id: string) =>
      database.pool.query(
        "UPDATE operation SET deadline_at = clock_timestamp() - interval '1 second' WHERE id = $1",
        [id],
      ),
    loseLease: (id: string) =>
      database.pool.query('UPDATE operation SET lease_until = clock_timestamp() WHERE id = $1', [id]),
    find,
    ends: async (ids: readonly string[]) =>
      (await Promise.all(ids.map(find))).map(({ status, fault, ambiguous, succeeded }) => ({
        status,
        succeeded,
        fault: status === 'failure' ? fault : null,
        ambiguous,
      })),
    attempts: async (id: string) => {
      const view = await viewOperation(database.prisma, projectId, id);
      return view ? listAttempts(database.prisma, view, { limit: 100, after: 0 }) : [];
    },
    recordOf: async (id: string) => {
      const view = await viewOperation(database.prisma, projectId, id);
      const page = { limit: 1, afterIndex: -1 };
      return view && (await listRecords(database.prisma, view, page))[0];
    },
    held: () => sandbox.records(provider, account, objectName),
    /** Records of each write request. */
    sentRecords: () =>
      sandbox
        .journal({ account })
        .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/read'))
        .map(({ body }) => recordsIn(body)),
    calls: () =>
      sandbox
        .journal({ account })
        .map(({ method, path }) => `${method} ${path.split('/').slice(5).join('/')}`),
  };
}
