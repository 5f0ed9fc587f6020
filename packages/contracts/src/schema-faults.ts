import type { ErrorObject } from 'ajv/dist/2020.js';
import { wordsOfPattern } from './patterns.ts';

/** The words for a validation error, without its place. The error needs its schema and data (`verbose`). */
export function faultDetail(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  if (error.propertyName === '') return 'The name of a member must not be empty: name it, or leave it out.';
  switch (error.keyword) {
    case 'required':
      return `\`${String(params['missingProperty'])}\` is missing.`;
    case 'additionalProperties':
      return `\`${String(params['additionalProperty'])}\` is not known here.`;
    case 'enum':
      return `Must be one of ${(params['allowedValues'] as unknown[]).map((v) => `\`${String(v)}\``).join(', ')}.`;
    case 'const':
      return `Must be \`${String(params['allowedValue'])}\`.`;
    case 'type':
      return `Must be of type ${[params['type']].flat().join(' or ')}.`;
    case 'pattern':
      return wordsOfPattern(String(params['pattern']));
    case 'format':
      return params['format'] === 'date-time' ? notATime(error.data) : notAnId;
    case 'uniqueItems':
      return `The entries at ${String(params['j'])} and ${String(params['i'])} are the same.`;
    default:
      return (
        outOfBounds(error.keyword, Number(params['limit'])) ?? `${capital(error.message ?? error.keyword)}.`
      );
  }
}

const notAnId = 'Must be an id, such as `01980f6e-5c00-7a31-9d62-3f8b41c6e7d2`.';

/** Units by the end of ajv's keyword: singular and plural. */
const counted: Readonly<Record<string, readonly [string, string]>> = {
  Length: ['character', 'characters'],
  Items: ['entry', 'entries'],
  Properties: ['member', 'members'],
};

/** Undefined for keywords that are no bound. */
function outOfBounds(keyword: string, limit: number): string | undefined {
  const [, bound, what = ''] = /^(min|max)(imum|Length|Items|Properties)$/.exec(keyword) ?? [];
  if (bound === undefined) return undefined;
  const most = bound === 'min' ? 'at least' : 'at most';
  const [one, several] = counted[what] ?? [];
  if (one === undefined) return `Must be ${most} ${limit}.`;
  if (bound === 'min' && limit === 1) return 'Must not be empty.';
  return `Must have ${most} ${limit} ${limit === 1 ? one : several}.`;
}
function notATime(text: unknown): string {
  const form =
    'Must be a time of RFC 3339 with an offset, such as `2026-11-21T10:15:30.123456Z` or `2026-11-21T11:15:30+01:00`, of a day that exists, without leap seconds, in the years 1 to 9999.';
  return String(text).includes(' ') ? `${form} In a query, \`+\` is written \`%2B\`.` : form;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The errors of an event with their places, for logs and dead letters. `at`: place of the validated value.
 * ajv reports alternatives and names one by one and then as a whole, which says nothing more.
 */
export function eventFaultTexts(errors: readonly ErrorObject[] | null | undefined, at = ''): string[] {
  const telling = (errors ?? []).filter(({ keyword }) => !['anyOf', 'propertyNames'].includes(keyword));
  return [...new Set(telling.map((error) => eventFaultText(error, at)))];
}

function eventFaultText(error: ErrorObject, at: string): string {
  const { keyword, instancePath, params, propertyName = '' } = error;
  const names = `${at}${instancePath}/${propertyName}`.split('/').filter((name) => name !== '');
  const place = names.length === 0 ? 'The event' : names.join('.');
  if (keyword === 'required') return `${[...names, String(params['missingProperty'])].join('.')} is missing`;
  if (keyword === 'enum' && place === 'type') return 'type is none of those we know';
  const detail = faultDetail(error);
  return `${place} ${detail.charAt(0).toLowerCase()}${detail.slice(1, -1)}`;
}
