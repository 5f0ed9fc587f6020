import { describeStep, traceIdIn, type Logger, type Metrics } from '@writ/service-kit';
import { Counter } from 'prom-client';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

export type Attempted = Omit<ClaimedDelivery, 'body' | 'cutOff'>;

export type TellAttempt = (unit: Attempted, outcome: SendOutcome) => void;

/** Call once per process: it registers a metric. */
export function attemptTeller({ logger, metrics }: { logger: Logger; metrics: Metrics }): TellAttempt {
  const attempts = new Counter({
    name: 'writ_delivery_attempts_total',
    help: 'Attempts to deliver, by how they ended',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  // Prometheus sees no rise in a series that begins above 0.
  for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0);
  return (unit, outcome) => {
    attempts.inc({ outcome: outcome.delivered ? 'delivered' : 'failed' });
    logger.info('delivery attempt', attemptLine(unit, outcome));
    describeStep(attributesOf(unit, outcome));
  };
}

const attributesOf = ({ id, destinationId, attempt }: Attempted, outcome: SendOutcome) => ({
  'writ.delivery.id': id,
  'writ.destination.id': destinationId,
  'writ.attempt': attempt,
  ...(outcome.httpStatus !== undefined && { 'http.response.status_code': outcome.httpStatus }),
  ...(!outcome.delivered && { 'error.type': String(outcome.httpStatus ?? 'unreachable') }),
});

const attemptLine = (unit: Attempted, outcome: SendOutcome) => ({
  projectId: unit.projectId,
  deliveryId: unit.id,
  destinationId: unit.destinationId,
  eventId: unit.eventId,
  eventType: unit.eventType,
  ...traceIdIn(unit.traceParent),
  attempt: unit.attempt,
  delivered: outcome.delivered,
  httpStatus: outcome.httpStatus,
  durationMs: outcome.durationMs,
  ...(outcome.error !== undefined && { error: outcome.error }),
});
