import type { NotTakenIn } from '../dead-letters/add-dead-letters.ts';
import type { BusMessage } from '../event-bus.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Read = { event: unknown } | NotTakenIn;

/** Turns either mode into the JSON form of the event; nothing is checked yet but that it is JSON. */
export function readCloudEvent({ value, headers }: Pick<BusMessage, 'value' | 'headers'>): Read {
  const attributes = binaryAttributes(headers);
  const text = tried(() => utf8.decode(value));
  if (text === undefined) return unreadable('The message is not UTF-8.');
  if (text.is.trim() === '') return unreadable('The message is empty.');
  const json = tried((): unknown => JSON.parse(text.is));
  if (json === undefined) return unreadable('The message is not JSON.');
  return { event: attributes ? { ...attributes, data: json.is } : json.is };
}

const unreadable = (reason: string): NotTakenIn => ({ kind: 'unreadable', reason });

const prefix = 'ce_';

/** In binary mode each attribute is a header, and the value holds `data` alone. */
function binaryAttributes(headers: Record<string, string>): Record<string, string> | undefined {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const attributes = named.filter(([name]) => name.startsWith(prefix));
  if (!attributes.some(([name]) => name === 'ce_specversion')) return undefined;
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** What is read; undefined where that throws. */
function tried<Value>(read: () => Value): { is: Value } | undefined {
  try {
    return { is: read() };
  } catch {
    return undefined;
  }
}
