import type { EventType } from '@writ/contracts';

/** What every destination is sent about an event, once and for all: the same bytes at every attempt (Contract §6.2). */
export const eventBody = (event: { type: EventType; id: string; time: string; data: unknown }): string =>
  JSON.stringify({ notificationType: event.type, id: event.id, time: event.time, data: event.data });
