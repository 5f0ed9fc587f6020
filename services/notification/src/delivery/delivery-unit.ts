import type { EventType } from '@writ/contracts';
import type { Send } from '../destination-kinds/destination-kind.ts';

/** One claimed delivery: an event on its way to a destination, with everything that sending needs. */
export type DeliveryUnit = {
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
  send: Send;
};

/** The `webhook-id` of a delivery: the same for all attempts, redeliveries included. */
export const messageId = (deliveryId: string): string => `msg_${deliveryId}`;
