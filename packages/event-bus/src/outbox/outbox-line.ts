import { newId } from '@writ/db';
import { maxEventBytes } from '../lifecycle-event/size.ts';
import { messageKey, toCloudEvent } from './cloud-event.ts';
import type { NewEvent } from './new-event.ts';

/** An event as it is stored in the outbox. */
export type OutboxLine = { id: string; projectId: string; key: string; body: string };

export function toOutboxLine(event: NewEvent): OutboxLine {
  const id = event.id ?? newId();
  return { id, projectId: event.projectId, key: messageKey(event), body: toCloudEvent({ ...event, id }) };
}

/** Whether no consumer would take it because of its size. A character has three bytes at most. */
export const isTooLarge = ({ body }: OutboxLine): boolean =>
  body.length * 3 > maxEventBytes && Buffer.byteLength(body) > maxEventBytes;
