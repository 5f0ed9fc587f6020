import type { EventType } from '@writ/contracts';

export type ClaimedDelivery = {
  projectId: string;
  id: string;
  destinationId: string;
  eventId: string;
  eventType: EventType;
  /** This one included; only the latest attempt may settle. */
  attempt: number;
  /** The attempt before it ended without a settlement. */
  cutOff: boolean;
  body: string;
  traceParent?: string | null;
  objectName?: string;
  /** The other lines of the object, in order; they share the outcome. */
  others?: readonly ClaimedDelivery[];
};
