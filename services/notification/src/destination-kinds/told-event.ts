import { isJsonObject, type JsonObject, type JsonValue } from '@writ/contracts';
import { mostIssues } from '@writ/problems';
import type { MetadataFault } from './destination-kind.ts';

/** The body of a delivery (Contract §6.2). */
export type ToldEvent = { notificationType: string; id: string; time: string; data: JsonObject };

export const readBody = (body: string): ToldEvent => JSON.parse(body) as ToldEvent;

const subjects = ['installationId', 'connectionId', 'destinationId', 'projectId'];

/** Empty if the event has no subject. */
export const subjectOf = ({ data }: ToldEvent): string =>
  subjects.map((name) => idIn(data, name)).find((id) => id !== undefined) ?? '';

export function idIn(data: JsonObject, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Texts of a template, and paths into the event. */
type Parts = readonly (string | readonly string[])[];

const pieces = /\{\{([^{}]*)\}\}|\{\{|(?:(?!\{\{)[^])+/g;
const path = /^(?:notificationType|id|time|data(?:\.\w+)+)$/;

export function templateFaults(pointer: string, template: unknown): MetadataFault[] {
  if (typeof template !== 'string') return [];
  return template
    .matchAll(pieces)
    .filter(([piece, inner]) => piece.startsWith('{{') && !path.test(inner?.trim() ?? ''))
    .map(({ index }) => ({
      pointer,
      detail: `At character ${index + 1} a place begins that is none of \`{{notificationType}}\`, \`{{id}}\`, \`{{time}}\` and \`{{data.<member>}}\`, as \`{{data.groupName}}\`.`,
    }))
    .take(mostIssues + 1)
    .toArray();
}

/** Cuts no character in half. */
export const beginningOf = (text: string, most: number): string =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');

/**
 * Returns a function that fills a template in, cut to `most` characters: places may repeat a long member. A place
 * without a value is empty; a value other than text becomes JSON.
 */
export function readTemplate(template: string, most: number) {
  const parts: Parts = [...template.matchAll(pieces)].map(([piece, inner]) =>
    inner === undefined ? piece : inner.trim().split('.'),
  );
  return (event: ToldEvent, write: (value: string) => string = (value) => value): string => {
    let text = '';
    for (const part of parts) {
      if (text.length >= 2 * most) break;
      text += typeof part === 'string' ? part : write(textAt(event, part));
    }
    return beginningOf(text, most);
  };
}

function textAt(event: ToldEvent, names: readonly string[]): string {
  const found = names.reduce<JsonValue | undefined>(memberOf, event);
  if (found === undefined || found === null) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
