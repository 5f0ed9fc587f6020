import type { BusMessage } from '../event-bus.ts';

type Read = { event: unknown } | { reason: string };

/** Turns either mode into the JSON form of the event; nothing is checked yet but that it is JSON. */
export function readCloudEvent(message: Pick<BusMessage, 'value' | 'headers'>): Read {
  const attributes = binaryAttributes(message.headers);
  const text = decode(message.value);
  if (text === undefined) return { reason: 'The message is not UTF-8.' };
  if (text.trim() === '') return { reason: 'The message is empty.' };
  const value = parseJson(text);
  if (value === undefined) return { reason: 'The message is not JSON.' };
  return { event: attributes ? { ...attributes, data: value.json } : value.json };
}

const prefix = 'ce_';

/** In binary mode each attribute is a header, and the value holds `data` alone. */
function binaryAttributes(headers: Record<string, string>): Record<string, string> | undefined {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const attributes = named.filter(([name]) => name.startsWith(prefix));
  if (!attributes.some(([name]) => name === 'ce_specversion')) return undefined;
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(prefix.length), value]));
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
