import type { NotTakenIn } from './not-taken-in.ts';
import type { BusMessage } from '../event-bus.ts';

/** Headers, so that the reason travels with the message. */
const headers = { unreadable: 'writ-undecoded', 'too-large': 'writ-too-large' } as const;

export type Refused = { kind: keyof typeof headers; reason: string };

/** As much of a payload as a dead letter shows. */
const mostBytes = 1_048_576;
const keptBytes = 256 * 1_024;

export function refusedMessage(message: BusMessage, { kind, reason }: Refused): BusMessage {
  const isKept = message.value.length <= mostBytes;
  const told = isKept ? reason : `${reason} Its first ${keptBytes} bytes are kept.`;
  return {
    ...message,
    value: isKept ? message.value : message.value.subarray(0, keptBytes),
    headers: { ...message.headers, [headers[kind]]: told },
  };
}

/** Why the bus refused a message, if it did. Anyone can claim so of their own messages. */
export function whyRefused({ headers: given }: Pick<BusMessage, 'headers'>): NotTakenIn | undefined {
  for (const kind of ['unreadable', 'too-large'] as const) {
    const reason = given[headers[kind]];
    if (reason !== undefined) return { kind, reason };
  }
  return undefined;
}
