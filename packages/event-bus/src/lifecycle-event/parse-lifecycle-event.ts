import type { LifecycleEvent } from '@writ/contracts';
import type { BusMessage } from '../event-bus.ts';
import { eventFaults } from './event-faults.ts';
import { readCloudEvent } from './read-cloud-event.ts';
import { maxEventBytes, tooLarge } from './size.ts';
import { hasUnstorableText } from './unstorable-text.ts';

/**
 * Reads a message as a lifecycle event, in the structured or the binary mode of CloudEvents (Contract §6.1). What
 * can't be read, is over 256 kB, of an unknown type, or lacks what its type requires, gives the reason in plain words,
 * for the dead letters; it never throws.
 */
export function parseLifecycleEvent(
  message: Pick<BusMessage, 'value' | 'headers'>,
): { event: LifecycleEvent } | { reason: string } {
  if (message.value.length > maxEventBytes) return { reason: tooLarge(message.value.length) };
  const read = readCloudEvent(message);
  if ('reason' in read) return read;
  const faults = eventFaults(read.event);
  if (faults.length > 0) return { reason: faults.join('; ') };
  if (hasUnstorableText(read.event)) {
    return {
      reason: 'The event holds a U+0000 or half of a surrogate pair, which the database cannot store.',
    };
  }
  return { event: read.event as LifecycleEvent };
}
