import type { Metrics } from '@writ/service-kit';
import { Counter, Histogram } from 'prom-client';
import type { BreakerTurn } from './account-counters.ts';
import type { WaitReason } from './core/quota.ts';
import type { CallEnd } from '@writ/providers';

/** What the governor counts. */
export type GovernorCounts = {
  called(provider: string, end: CallEnd): void;
  waited(provider: string, waitMs: number): void;
  denied(provider: string, reason: WaitReason): void;
  turned(provider: string, turn: BreakerTurn): void;
  /** Leave was asked of this process alone, because the shared counters are away. */
  alone(): void;
};

/** The governor's metrics: calls by outcome, permits waited for and denied, and work without the shared counters. */
export function governorMetrics({ registry }: Pick<Metrics, 'registry'>): GovernorCounts {
  const registers = [registry];
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'Requests to providers, by what came of them',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'provider_permit_wait_seconds',
    help: 'Time that writes waited for their turn at the provider',
    labelNames: ['provider'],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2, 5],
    registers,
  });
  const denied = new Counter({
    name: 'provider_permits_denied_total',
    help: 'Times that no call could begin soon, by reason: quota or outage',
    labelNames: ['provider', 'reason'],
    registers,
  });
  const turns = new Counter({
    name: 'provider_breaker_turns_total',
    help: 'Times that an account was found to be away (opened) or there again (closed)',
    labelNames: ['provider', 'turn'],
    registers,
  });
  const alone = new Counter({
    name: 'governor_alone_total',
    help: 'Questions that this process answered from a share of its own, because the shared counters were away',
    registers,
  });
  // Looked up once: both are counted at each call.
  const callsOf = remembered((provider, outcome) => calls.labels(provider, outcome));
  const waitsOf = remembered((provider) => waits.labels(provider));
  return {
    called: (provider, end) => callsOf(provider, outcomeOf(end)).inc(),
    waited: (provider, waitMs) => waitsOf(provider, '').observe(waitMs / 1_000),
    denied: (provider, reason) => denied.inc({ provider, reason }),
    turned: (provider, turn) => turns.inc({ provider, turn }),
    alone: () => alone.inc(),
  };
}

function remembered<Child>(
  find: (provider: string, outcome: string) => Child,
): (provider: string, outcome: string) => Child {
  const children = new Map<string, Map<string, Child>>();
  return (provider, outcome) => {
    const ofProvider = children.get(provider) ?? new Map<string, Child>();
    children.set(provider, ofProvider);
    const child = ofProvider.get(outcome) ?? find(provider, outcome);
    ofProvider.set(outcome, child);
    return child;
  };
}

/** The kind of failure, or `answered`, where records of a batch may still have failed each for itself. */
const outcomeOf = ({ faults }: CallEnd): string => faults[0]?.kind ?? 'answered';
