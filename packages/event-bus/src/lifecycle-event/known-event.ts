import { isStorable, type LifecycleEvent } from '@writ/contracts';
import { isId } from '@writ/service-kit';
import type { BusMessage } from '../event-bus.ts';
import { readCloudEvent } from './read-cloud-event.ts';

/** Header of messages whose event was stored before it was published. */
export const knownHeader = { 'writ-known': 'true' } as const;

/** Contract §6.1. */
export type EventKey = Pick<LifecycleEvent, 'projectid' | 'source' | 'id'>;

/**
 * The key of an event that its message claims is stored (anyone can claim so: look it up); undefined without
 * claim or key.
 */
export function knownEvent(message: Pick<BusMessage, 'value' | 'headers'>): EventKey | undefined {
  if (!('writ-known' in message.headers)) return undefined;
  const read = readCloudEvent(message);
  if ('reason' in read || typeof read.event !== 'object' || read.event === null) return undefined;
  const { projectid, source, id } = read.event as Partial<Record<keyof EventKey, unknown>>;
  return isText(projectid) && isId(projectid) && isText(source) && isText(id)
    ? { projectid, source, id }
    : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);
