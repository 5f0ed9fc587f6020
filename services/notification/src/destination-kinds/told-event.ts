import { isJsonObject, type JsonObject, type JsonValue } from '@writ/contracts';
import { mostIssues } from '@writ/http-kit';

/** An event as destinations are told of it: what the body of a delivery holds (Contract §6.2). */
export type ToldEvent = { notificationType: string; id: string; time: string; data: JsonObject };

export const readBody = (body: string): ToldEvent => JSON.parse(body) as ToldEvent;

const subjects = ['installationId', 'connectionId', 'destinationId', 'projectId'];

/** The id of what an event is about; empty where it tells of none. */
export const subjectOf = ({ data }: ToldEvent): string =>
  subjects.map((name) => idIn(data, name)).find((id) => id !== undefined) ?? '';

/** An id among the data of an event. */
export function idIn(data: JsonObject, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text with places, as `{{data.groupName}}`: what of it is text, and the paths into the event. */
type Parts = readonly (string | readonly string[])[];

const pieces = /\{\{([^{}]*)\}\}|\{\{|(?:(?!\{\{)[^])+/g;
const path = /^(?:notificationType|id|time|data(?:\.\w+)+)$/;

/** What is wrong with a template: which of its places, as many as an answer tells, and how a place is written. */
export function templateFaults(template: string): string[] {
  return template
    .matchAll(pieces)
    .filter(([piece, inner]) => piece.startsWith('{{') && !path.test(inner?.trim() ?? ''))
    .map(
      ({ index }) =>
        `At character ${index + 1} a place begins that is none of \`{{notificationType}}\`, \`{{id}}\`, \`{{time}}\` and \`{{data.<member>}}\`, as \`{{data.groupName}}\`.`,
    )
    .take(mostIssues + 1)
    .toArray();
}

/** The beginning of a text, at most so many characters; none is cut in half. */
export const beginningOf = (text: string, most: number): string =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');

/**
 * Reads a template without faults once; gives what fills it in for an event, and of that the beginning, at most so many
 * characters: its places may repeat the longest member of an event. A place that the event lacks is left empty, and what is
 * no text is written as JSON.
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
