import type { BusMessage } from '../../event-bus.ts';
import { refusedMessage } from '../../lifecycle-event/refused-message.ts';
import { maxEventBytes } from '../../lifecycle-event/parse-lifecycle-event.ts';
import { readHeaders, type Record as KafkaRecord } from './read-records.ts';

type Place = Required<Pick<BusMessage, 'topic' | 'partition' | 'offset'>>;

/** The default limit of brokers, uncompressed; a larger message is not read. */
const mostBytes = 1_048_576;
const keptKeyBytes = 1_024;
const noBytes = Buffer.alloc(0);

/** Never throws: an unreadable record becomes a dead letter with the reason. */
export function toBusMessage(place: Place, { key, value, headers, bytes }: KafkaRecord): BusMessage {
  const message: BusMessage = { ...place, key: textOf(key), value: value ?? noBytes, headers: {} };
  if (bytes > mostBytes) {
    const reason = `The message measures ${bytes} bytes; ${maxEventBytes} are allowed.`;
    return refusedMessage(
      { ...message, key: textOf(key?.subarray(0, keptKeyBytes) ?? null) },
      { kind: 'too-large', reason },
    );
  }
  try {
    const { texts, repeated } = readTexts(headers);
    const read = { ...message, headers: texts };
    if (repeated === undefined) return read;
    const reason = `The message has the header \`${repeated}\` more than once.`;
    return refusedMessage(read, { kind: 'unreadable', reason });
  } catch (error) {
    const reason = `The headers of the message cannot be read: ${(error as Error).message}.`;
    return refusedMessage(message, { kind: 'unreadable', reason });
  }
}

const textOf = (bytes: Buffer | null): string | null => bytes?.toString() ?? null;

/** A repeated attribute has no value: `repeated` names it. */
const attribute = /^ce_/i;

/** The last of repeated headers counts; one without a value is ignored. */
function readTexts(headers: Buffer): { texts: Record<string, string>; repeated?: string } {
  const texts = new Map<string, string>();
  let repeated: string | undefined;
  for (const [name, value] of readHeaders(headers)) {
    if (attribute.test(name) && texts.has(name)) repeated ??= name;
    if (value === null) texts.delete(name);
    else texts.set(name, value.toString());
  }
  return { texts: Object.fromEntries(texts), ...(repeated !== undefined && { repeated }) };
}
