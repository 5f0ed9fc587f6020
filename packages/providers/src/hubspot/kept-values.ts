import type { JsonObject } from '@writ/write-core';
import { isJsonObject } from '../transport/json.ts';
import { isOtherValue, textOfValue } from '../same-value.ts';

const [mostNamed, longestValue] = [10, 100];

/**
 * Warns of values that HubSpot did not take, such as a lifecycle stage that may not go back (Providers §2.2).
 */
export function keptValues(
  sent: Readonly<Record<string, string>>,
  { properties: shown }: JsonObject,
): { warnings?: string[] } {
  const held = isJsonObject(shown) ? shown : {};
  const others = Object.entries(sent).flatMap(([name, value]) => {
    const kept = Object.hasOwn(held, name) ? held[name] : undefined;
    if (kept === undefined || !isOtherValue(value, kept)) return [];
    return [`\`${name}\` is ${quoted(textOfValue(kept))}, not ${quoted(value)}`];
  });
  if (others.length === 0) return {};
  const more = others.length > mostNamed ? ` and ${others.length - mostNamed} more` : '';
  return {
    warnings: [
      `The record was written, but HubSpot kept other values: ${others.slice(0, mostNamed).join('; ')}${more}.`,
    ],
  };
}

const quoted = (value: string): string =>
  value === '' ? 'empty' : JSON.stringify(value.slice(0, longestValue).toWellFormed());
