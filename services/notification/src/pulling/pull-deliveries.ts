import type { PulledDelivery } from '@writ/contracts';
import type { Pool } from 'pg';
import { claimForClient, unclaimDeliveries } from '../delivery/claim-deliveries.ts';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.ts';
import type { Hand } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { assertEnabled, type StoredDestination } from '../destinations/stored-destination.ts';
import type { DueWatch } from './due-watch.ts';
import { notPulled } from './not-pulled.ts';

export type PullDeps = {
  pool: Pool;
  watch: Pick<DueWatch, 'take'>;
  clock: { now(): Date };
  leaseMs: number;
};

type Asked = {
  /** @throws Refusal if it no longer exists */
  find: () => Promise<StoredDestination>;
  max: number;
  waitMs: number;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
};

/** SQL: exact to a minute, so not every pull writes. */
const stampSql = `
  UPDATE destination SET pulled_at = clock_timestamp()
  WHERE id = $1 AND status = 'enabled' AND pulled_at < clock_timestamp() - interval '1 min'`;

/**
 * Returns due deliveries, each leased to one client, or waits without a connection. Claims for a client that left are
 * due again immediately.
 */
export const pullDeliveries = (deps: PullDeps) => {
  const claim = claimForClient(deps.pool);
  const unclaim = unclaimDeliveries(deps.pool);

  const takeOnce = async (
    { max, signal }: Asked,
    found: StoredDestination,
  ): Promise<readonly PulledDelivery[]> => {
    const hand = await opened(found);
    const claimed = await claim(found.view.id, max, deps.leaseMs);
    if (!signal.aborted) return claimed.map((delivery) => toPulled(delivery, hand, deps.clock.now()));
    if (claimed.length > 0) await unclaim(claimed);
    return [];
  };

  return async (asked: Asked): Promise<readonly PulledDelivery[]> => {
    const endsAtMs = performance.now() + asked.waitMs;
    const { id } = (await asked.find()).view;
    await deps.pool.query(stampSql, [id]);
    const place = deps.watch.take(id);
    try {
      for (;;) {
        const found = await asked.find();
        // Its name belongs to another destination now.
        if (found.view.id !== id) return [];
        const taken = await takeOnce(asked, found);
        const leftMs = endsAtMs - performance.now();
        if (taken.length > 0 || leftMs <= 0) return taken;
        if (!(await place.wait(leftMs, asked.signal))) return [];
      }
    } finally {
      place.leave();
    }
  };
};

/** @throws Refusal if clients do not fetch from the destination, or if it is disabled */
async function opened({ view, openSecrets }: StoredDestination): Promise<Hand> {
  const kind = kindOf(view.type);
  if (kind.delivers === 'push') throw notPulled('destinationIdOrName', view.name, view.type);
  assertEnabled(view);
  const { signingKeys, hidden } = await openSecrets();
  return kind.prepare({ metadata: { ...view.metadata, ...hidden }, signingKeys });
}

const toPulled = (delivery: ClaimedDelivery, hand: Hand, at: Date): PulledDelivery => {
  const { id, attempt, eventId, eventType } = delivery;
  return { id, attempt, eventId, eventType, ...hand(delivery, at) };
};
