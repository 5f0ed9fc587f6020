import type { NotTakenIn } from './not-taken-in.ts';
import type { BusMessage } from '../event-bus.ts';

/** A header goes wherever the message goes, so that the reason is known wherever it is read. */
const headers = { unreadable: 'writ-undecoded', 'too-large': 'writ-too-large' } as const;

/** Why the bus itself refuses a message, or a batch. */
export type Refused = { kind: keyof typeof headers; reason: string };

/** Of a longer payload only the beginning is kept: as much as a dead letter shows. */
const mostBytes = 1_048_576;
const keptBytes = 256 * 1_024;

/** The message as it becomes a dead letter, with its reason. */
export function refusedMessage(message: BusMessage, { kind, reason }: Refused): BusMessage {
  const isKept = message.value.length <= mostBytes;
  const told = isKept ? reason : `${reason} Its first ${keptBytes} bytes are kept.`;
  return {
    ...message,
    value: isKept ? message.value : message.value.subarray(0, keptBytes),
    headers: { ...message.headers, [headers[kind]]: told },
  };
}

/** Why a message was refused by the bus; undefined where it was not. Anyone can say so, of messages of theirs. */
export function whyRefused({ headers: given }: Pick<BusMessage, 'headers'>): NotTakenIn | undefined {
  for (const kind of ['unreadable', 'too-large'] as const) {
    const reason = given[headers[kind]];
    if (reason !== undefined) return { kind, reason };
  }
  return undefined;
}
