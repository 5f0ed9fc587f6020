import type { Database } from '@writ/db';
import type { LaneWaker } from '@writ/lanes';
import type { SendDeps } from '../destination-kinds/destination-kind.ts';
import type { CheckMetadata } from '../destinations/check-destination.ts';
import type { pullDeliveries } from '../pulling/pull-deliveries.ts';
import type { reportAttempt } from '../pulling/report-attempt.ts';
import type { Outbound } from '../outbound/open-outbound.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

/** What the endpoints stand on. */
export type EndpointDeps = SendDeps & {
  /** What sends to public addresses alone, whatever ranges the operator allows. */
  publicOnly: Outbound;
  database: Database;
  waker: Pick<LaneWaker, 'wake'>;
  pokeRelay: () => void;
  /** Tells who carries out tasks that there is one. */
  pokeTasks: () => void;
  destinations: DestinationRepository;
  checkMetadata: CheckMetadata;
  /** How long a client has for a delivery that it fetched. */
  leaseMs: number;
  pull: ReturnType<typeof pullDeliveries>;
  report: ReturnType<typeof reportAttempt>;
};
