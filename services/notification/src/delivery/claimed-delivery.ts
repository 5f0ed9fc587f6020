import type { EventType } from '@writ/contracts';

/** One claimed delivery: an event on its way to a destination. */
export type ClaimedDelivery = {
  projectId: string;
  id: string;
  destinationId: string;
  eventId: string;
  eventType: EventType;
  /** Attempts begun, this one included: whoever settles must still hold the latest. */
  attempt: number;
  /** The attempt before it ended without a settlement. */
  cutOff: boolean;
  body: string;
  /** The object that it is a line of. */
  objectName?: string;
  /** The other deliveries of an object, in the order of its lines: what becomes of the first becomes of all. */
  others?: readonly ClaimedDelivery[];
};
