import { isStorable, type LifecycleEvent } from '@writ/contracts';
import { isId } from '@writ/service-kit';
import type { BusMessage } from '../event-bus.ts';
import { readCloudEvent } from './read-cloud-event.ts';

/** On messages whose event was stored before they were published: our own consumer asks for it before it takes it in. */
export const knownHeader = { 'writ-known': 'true' } as const;

/** What a repetition of an event is known by (Contract §6.1). */
export type EventKey = Pick<LifecycleEvent, 'projectid' | 'source' | 'id'>;

/**
 * The key of an event that its message says is stored. Anyone can say so: it is only worth a look. Undefined where nobody
 * says so, and where the message has no key.
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
