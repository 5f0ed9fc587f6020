import type { Database, LeaderRounds } from '@writ/db';
import { countDeadLetters, outboxSeconds } from '@writ/event-bus';
import { countDeadConnections } from '@writ/installation';
import { dueLanes } from '@writ/lanes';
import { feedSeconds } from '@writ/operation';
import type { Logger, Metrics } from '@writ/service-kit';
import { measureByLeader } from '@writ/service-parts';

/** Measures the whole installation: queue, events and connections. */
export function measureInstallation(parts: {
  database: Pick<Database, 'pool'>;
  logger: Logger;
  metrics: Metrics;
}): LeaderRounds {
  const { pool } = parts.database;
  const ofLanes = (member: 'lanes' | 'oldestSeconds') => async () =>
    new Map((await dueLanes(pool)).map((due) => [due.kind, due[member]] as const));
  return measureByLeader({
    ...parts,
    pool,
    name: 'operations-figures',
    figures: [
      {
        name: 'writ_lane_oldest_due_seconds',
        help: 'Age of the oldest due work in lanes that are not parked',
        label: 'kind',
        measureEach: ofLanes('oldestSeconds'),
      },
      {
        name: 'writ_lanes_due',
        help: 'Lanes with due work that are not parked, counted up to 10,000',
        label: 'kind',
        measureEach: ofLanes('lanes'),
      },
      {
        name: 'writ_outbox_oldest_seconds',
        help: 'Age of the oldest event that is not published',
        measure: () => outboxSeconds(pool),
      },
      {
        name: 'writ_operation_feed_oldest_seconds',
        help: 'Age of the oldest acceptance or end that cannot be searched yet',
        measure: () => feedSeconds(pool),
      },
      {
        name: 'writ_dead_letters',
        help: 'Dead letters that were not replayed, of the latest 10,000',
        measure: () => countDeadLetters(pool),
      },
      {
        name: 'writ_connections_dead',
        help: 'Connections whose credentials the provider refuses, counted up to 10,000',
        measure: () => countDeadConnections(pool),
      },
    ],
  });
}
