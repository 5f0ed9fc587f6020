import type { Removal } from '@writ/db';
import { removeDeadLetters } from '@writ/event-bus';
import { removeUnusedLanes } from '@writ/lanes';
import type { Pool } from 'pg';
import { removeDeliveries } from './remove-deliveries.ts';
import { removeEvents } from './remove-events.ts';

const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;

/** What the notification service keeps for a time only; deliveries go before their events. */
export function notificationRemovals(deps: {
  pool: Pool;
  projectIds: () => Promise<readonly string[]>;
  config: { DELIVERY_RETENTION_DAYS: number; DEAD_LETTER_RETENTION_DAYS: number };
}): readonly Removal[] {
  const { pool, projectIds: targets, config } = deps;
  const ageMs = config.DELIVERY_RETENTION_DAYS * dayMs;
  const deadLetterMs = config.DEAD_LETTER_RETENTION_DAYS * dayMs;
  return [
    {
      ...{ what: 'delivery', targets },
      remove: (limit, projectId) => removeDeliveries(pool, { projectId, ageMs, limit }),
    },
    {
      ...{ what: 'event', targets },
      remove: (limit, projectId) => removeEvents(pool, { projectId, ageMs, limit }),
    },
    {
      what: 'dead_letter',
      remove: (limit) => removeDeadLetters(pool, { ageMs: deadLetterMs, limit }),
    },
    {
      what: 'destination_lane',
      remove: (limit) => removeUnusedLanes(pool, { kind: 'destination', ageMs: unusedLaneMs, limit }),
    },
  ];
}
