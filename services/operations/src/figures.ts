import { findingKinds } from '@writ/contracts';
import type { Database, LeaderRounds } from '@writ/db';
import { countDeadLetters, outboxSeconds } from '@writ/event-bus';
import { countDeadConnections } from '@writ/installation';
import { accountsAway, dueLanes } from '@writ/lanes';
import { feedSeconds } from '@writ/operation';
import { declarations } from '@writ/providers';
import type { Logger, Metrics } from '@writ/service-kit';
import { measureByLeader } from '@writ/service-parts';
import { readSystem, type SystemParts } from './system/read-system.ts';

export function measureInstallation(parts: SystemParts & { logger: Logger; metrics: Metrics }): LeaderRounds {
  const { pool } = parts.database;
  const readDueLanes = shared(() => dueLanes(pool));
  const ofLanes = (member: 'lanes' | 'oldestSeconds') => async () =>
    (await readDueLanes()).map((due) => ({ labels: { kind: due.kind }, value: due[member] }));
  return measureByLeader({
    ...parts,
    pool,
    name: 'operations-figures',
    figures: [
      {
        name: 'writ_lane_oldest_due_seconds',
        help: 'Age of the oldest due work in lanes that are not parked (paused, away, or without quota)',
        labels: ['kind'],
        measureEach: ofLanes('oldestSeconds'),
      },
      {
        name: 'writ_lanes_due',
        help: 'Lanes with due work that are not parked, counted up to 10,000',
        labels: ['kind'],
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
      {
        name: 'writ_provider_accounts_away',
        help: 'Accounts with waiting writes that get no calls because they do not answer, counted up to 10,000',
        labels: ['provider'],
        measureEach: () => countAway(pool),
      },
      {
        name: 'writ_findings',
        help: 'Findings of GET /v1/system, by code and level',
        labels: ['code', 'level'],
        measureEach: () => countFindings({ ...parts, readDueLanes }),
      },
    ],
  });
}

/** The figures of a round begin together. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= read().finally(() => (running = undefined)));
}

async function countAway(pool: Database['pool']) {
  const away = await accountsAway(pool);
  return declarations.map(({ name: provider }) => ({
    labels: { provider },
    value: away.get(provider) ?? 0,
  }));
}

async function countFindings(parts: SystemParts) {
  const { findings } = await readSystem(parts);
  return Object.entries(findingKinds).map(([code, { level }]) => ({
    labels: { code, level },
    value: findings.filter((finding) => finding.code === code).length,
  }));
}
