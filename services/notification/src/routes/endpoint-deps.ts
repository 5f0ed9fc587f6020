import type { Database } from '@writ/db';
import type { LaneWaker } from '@writ/lanes';
import type { SendDeps } from '../destination-kinds/destination-kind.ts';
import type { CheckMetadata } from '../destinations/check-destination.ts';
import type { pullDeliveries } from '../pulling/pull-deliveries.ts';
import type { reportAttempt } from '../pulling/report-attempt.ts';
import type { Outbound } from '../outbound/open-outbound.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

export type EndpointDeps = SendDeps & {
  /** Sends only to public addresses, whatever the operator allows. */
  publicOnly: Outbound;
  database: Database;
  waker: Pick<LaneWaker, 'wake'>;
  pokeRelay: () => void;
  pokeTasks: () => void;
  destinations: DestinationRepository;
  checkMetadata: CheckMetadata;
  leaseMs: number;
  pull: ReturnType<typeof pullDeliveries>;
  report: ReturnType<typeof reportAttempt>;
};
