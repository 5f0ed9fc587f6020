import type { EventType } from '@writ/contracts';

/** An event that a change of ours gives rise to. */
export type NewEvent = {
  type: EventType;
  projectId: string;
  /** Id of the installation, connection or destination that it is about: events of one keep their order. */
  aggregateId: string;
  data: Readonly<Record<string, unknown>>;
  /** A UUID; made when absent. */
  id?: string;
  /** When it happened; now when absent. */
  time?: Date;
};
