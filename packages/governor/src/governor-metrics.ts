import { declarations, type CallEnd } from '@writ/providers';
import type { Metrics } from '@writ/service-kit';
import { Counter, Histogram } from 'prom-client';
import type { BreakerChange, WaitReason } from './core/errand.ts';

export type GovernorCounts = ReturnType<typeof governorMetrics>;

const reasons: readonly (WaitReason | 'concurrency')[] = ['quota', 'outage', 'concurrency'];
const breakerTurns: readonly BreakerChange[] = ['opened', 'closed'];

export function governorMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const registers = [registry];
  const calls = new Counter({
    name: 'writ_provider_calls_total',
    help: 'Requests to providers, by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'writ_provider_permit_wait_seconds',
    help: 'Time that writes waited for permission to call the provider',
    labelNames: ['provider'],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2, 5],
    registers,
  });
  const denied = new Counter({
    name: 'writ_provider_permits_denied_total',
    help: 'Times that no call could begin soon, by reason: quota, outage or concurrency',
    labelNames: ['provider', 'reason'],
    registers,
  });
  const turns = new Counter({
    name: 'writ_provider_breaker_turns_total',
    help: 'Times that the breaker of an account opened or closed',
    labelNames: ['provider', 'turn'],
    registers,
  });
  const quotaLeft = new Histogram({
    name: 'writ_provider_quota_left_ratio',
    help: 'Share of the quota that an account has left, as answers name it, by quota: window or day',
    labelNames: ['provider', 'quota'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75],
    registers,
  });
  // Prometheus sees no rise in a series that begins above 0.
  for (const { name: provider } of declarations) {
    for (const quota of ['window', 'day']) quotaLeft.zero({ provider, quota });
    for (const reason of reasons) denied.inc({ provider, reason }, 0);
    for (const turn of breakerTurns) turns.inc({ provider, turn }, 0);
  }
  const alone = new Counter({
    name: 'writ_governor_alone_total',
    help: 'Permits that this process decided alone, because Redis was away',
    registers,
  });
  return {
    called: (provider: string, end: CallEnd): void => {
      calls.inc({ provider, outcome: outcomeOf(end) });
      const { window, daily } = end.usage ?? {};
      if (window) quotaLeft.observe({ provider, quota: 'window' }, leftOf(window));
      if (daily) quotaLeft.observe({ provider, quota: 'day' }, leftOf(daily));
    },
    waited: (provider: string, waitMs: number): void => waits.observe({ provider }, waitMs / 1_000),
    denied: (provider: string, reason: WaitReason | 'concurrency'): void => denied.inc({ provider, reason }),
    turned: (provider: string, turn: BreakerChange): void => turns.inc({ provider, turn }),
    alone: (): void => alone.inc(),
  };
}

/** An answer may name a limit of 0; a metric that throws would hide that the write was done. */
const leftOf = ({ remaining, limit }: { remaining: number; limit: number }): number =>
  limit > 0 ? remaining / limit : 0;

/** `answered` includes batches in which single records failed. */
const outcomeOf = ({ faults }: CallEnd): string => faults[0]?.kind ?? 'answered';
