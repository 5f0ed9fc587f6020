import type { Prisma, Removal } from '@writ/db';
import { removeDeadLetters } from '@writ/event-bus';
import { removeUnusedLanes } from '@writ/lanes';
import { removeDeliveries } from './remove-deliveries.ts';
import { removeEvents } from './remove-events.ts';

const dayMs = 86_400_000;
const unusedLaneMs = 30 * dayMs;

/** What the notification service keeps for a time only; deliveries go before their events. */
export function notificationRemovals(deps: {
  prisma: Prisma.TransactionClient;
  projectIds: () => Promise<readonly string[]>;
  config: { DELIVERY_RETENTION_DAYS: number; DEAD_LETTER_RETENTION_DAYS: number };
}): readonly Removal[] {
  const { prisma, projectIds: targets, config } = deps;
  const ageMs = config.DELIVERY_RETENTION_DAYS * dayMs;
  const deadLetterMs = config.DEAD_LETTER_RETENTION_DAYS * dayMs;
  return [
    {
      what: 'delivery',
      targets,
      remove: (limit, projectId) => removeDeliveries(prisma, { projectId, ageMs, limit }),
    },
    {
      what: 'event',
      targets,
      remove: (limit, projectId) => removeEvents(prisma, { projectId, ageMs, limit }),
    },
    {
      what: 'dead_letter',
      remove: (limit) => removeDeadLetters(prisma, { ageMs: deadLetterMs, limit }),
    },
    {
      what: 'destination_lane',
      remove: (limit) => removeUnusedLanes(prisma, { kind: 'destination', ageMs: unusedLaneMs, limit }),
    },
  ];
}
