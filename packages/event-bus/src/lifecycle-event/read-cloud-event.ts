import { jsonLimits, surveyJson } from '@writ/contracts';
import type { NotTakenIn } from './not-taken-in.ts';
import type { BusMessage } from '../event-bus.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Read = { event: unknown } | NotTakenIn;

/** The JSON form of either mode; checks only that it is JSON within our limits. */
export function readCloudEvent({ value, headers }: Pick<BusMessage, 'value' | 'headers'>): Read {
  const attributes = binaryAttributes(headers);
  const repeated = firstRepeated((attributes ?? []).map(([name]) => name));
  if (repeated !== undefined)
    return unreadable(`The message has the attribute \`${repeated}\` more than once.`);
  const text = tried(() => utf8.decode(value));
  if (text === undefined) return unreadable('The message is not UTF-8.');
  if (text.is.trim() === '') return unreadable('The message is empty.');
  const json = tried((): unknown => JSON.parse(text.is));
  if (json === undefined) return unreadable('The message is not JSON.');
  const fault = whyRefusedJson(text.is, attributes ? jsonLimits.levels - 1 : jsonLimits.levels);
  if (fault !== undefined) return { kind: 'unacceptable', reason: fault };
  return { event: attributes ? { ...Object.fromEntries(attributes), data: json.is } : json.is };
}

/** In binary mode with its attributes. */
export const eventBytes = ({ value, headers }: Pick<BusMessage, 'value' | 'headers'>): number =>
  (binaryAttributes(headers) ?? []).reduce(
    (sum, [name, text]) => sum + name.length + text.length,
    value.length,
  );

const unreadable = (reason: string): NotTakenIn => ({ kind: 'unreadable', reason });

/** @param levels of the text; the object around it in binary mode is one more */
function whyRefusedJson(text: string, levels: number): string | undefined {
  const [fault] = surveyJson(text, { ...jsonLimits, levels, faults: 1 });
  switch (fault?.kind) {
    case 'too-deep':
      return `The event is nested deeper than ${jsonLimits.levels} levels.`;
    case 'too-many':
      return `The event holds more than ${jsonLimits.values} values.`;
    case 'too-long':
      return `The names down to a member of the event have more than ${jsonLimits.pointer} characters together.`;
    case 'twice':
      return `The event holds \`${fault.name}\` twice in one object, at ${fault.pointer}.`;
    default:
      return undefined;
  }
}

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.has(name) || !seen.add(name));
}

const prefix = 'ce_';

/** In binary mode attributes are headers, and the value is `data`. */
function binaryAttributes(headers: Record<string, string>): [name: string, value: string][] | undefined {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const attributes = named.filter(([name]) => name.startsWith(prefix));
  if (!attributes.some(([name]) => name === 'ce_specversion')) return undefined;
  return attributes.map(([name, value]) => [name.slice(prefix.length), value]);
}

function tried<Value>(read: () => Value): { is: Value } | undefined {
  try {
    return { is: read() };
  } catch {
    return undefined;
  }
}
