import { utcTime, type LifecycleEvent } from '@writ/contracts';
import type { BusMessage } from '../event-bus.ts';
import { eventFaults } from './event-faults.ts';
import { readCloudEvent } from './read-cloud-event.ts';
import { maxEventBytes, tooLarge } from './size.ts';
import { whyUnstorable } from './why-unstorable.ts';

/**
 * Reads a message as a lifecycle event, in the structured or the binary mode of CloudEvents (Contract §6.1). What
 * can't be read, is over 256 kB, of an unknown type, or lacks what its type requires, gives the reason in plain words,
 * for the dead letters; it never throws. What gives an event can be stored; its time is in UTC.
 */
export function parseLifecycleEvent(
  message: Pick<BusMessage, 'value' | 'headers'>,
): { event: LifecycleEvent } | { reason: string } {
  if (message.value.length > maxEventBytes) return { reason: tooLarge(message.value.length) };
  const read = readCloudEvent(message);
  if ('reason' in read) return read;
  const faults = eventFaults(read.event);
  if (faults.length > 0) return { reason: faults.join('; ') };
  const reason = whyUnstorable(read.event);
  if (reason !== undefined) return { reason };
  const event = read.event as LifecycleEvent;
  return { event: { ...event, time: utcTime(event.time) ?? event.time } };
}
