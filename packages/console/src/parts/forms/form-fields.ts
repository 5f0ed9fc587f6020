import type { Issue } from '@writ/sdk';

/** Texts of a form, by the keys of its fields. */
export type Values = Readonly<Record<string, string>>;

/** A field of a form that sends a request. */
export type FormField = {
  /** Where its value belongs in the request: `/metadata/url`. */
  at: string;
  /** Its key in `Values`, if several fields share a place. */
  key?: string;
  label: string;
  hint?: string;
  isSecret?: true;
  isOptional?: true;
  /** Chosen instead of typed; the first is the default. */
  choices?: readonly { value: string; words: string; hint?: string }[];
  /** Any of these are checked; the value is a list of words. */
  checks?: readonly { value: string; words?: string; hint?: string }[];
  /** A text of several lines. */
  isLong?: true;
  /** Whether it is shown for these values. */
  isAsked?: (values: Values) => boolean;
  /** The value for the request; undefined: none. By default the trimmed text. */
  read?: (text: string) => unknown;
};

/** A field that is shown, with its text. */
export type AskedField = FormField & { key: string; value: string };

/** The fields to show. */
export function askedFields(fields: readonly FormField[], values: Values): AskedField[] {
  return fields
    .filter(({ isAsked }) => isAsked?.(values) ?? true)
    .map((field) => {
      const { key = field.at, choices } = field;
      const value = values[key] ?? choices?.[0]?.value ?? '';
      const hint = choices?.find((choice) => choice.value === value)?.hint ?? field.hint;
      return { ...field, key, value, ...(hint !== undefined && { hint }) };
    });
}

const trimmed = (text: string): unknown => text.trim();

/** The checked words of a field. */
export const listed = (text: string): string[] => text.split(' ').filter((word) => word !== '');

type Body = { [name: string]: unknown };

/** The request of a form. */
export function bodyOf(fields: readonly FormField[], values: Values): Body {
  const body: Body = {};
  for (const { at, value, checks, read = checks ? listed : trimmed } of askedFields(fields, values)) {
    const told = value.trim() === '' ? undefined : read(value);
    if (told === undefined) continue;
    const path = at.split('/').slice(1);
    const last = path.pop() ?? '';
    let place = body;
    for (const name of path) place = (place[name] ??= {}) as Body;
    place[last] = told;
  }
  return body;
}

/** Labels of required fields that are empty. */
export const emptyOf = (fields: readonly AskedField[]): string[] =>
  fields.filter(({ value, isOptional }) => !isOptional && value.trim() === '').map(({ label }) => label);

/** Whether an issue belongs to a field, or to a part of its value. */
export const isAt = ({ at }: Pick<FormField, 'at'>, { name }: Issue): boolean =>
  name === at || name.startsWith(`${at}/`);
