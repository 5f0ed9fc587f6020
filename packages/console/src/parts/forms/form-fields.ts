import type { Issue } from '@writ/sdk';

/** By the keys of the fields. */
export type Values = Readonly<Record<string, string>>;

export type FormField = {
  /** JSON pointer into the request: `/metadata/url`. */
  at: string;
  /** Its key in `Values`, if several fields share a place. */
  key?: string;
  label: string;
  hint?: string;
  isSecret?: true;
  isOptional?: true;
  /** Chosen instead of typed; the first is the default. */
  choices?: readonly { value: string; words: string; hint?: string }[];
  /** The value is a list of words. */
  checks?: readonly { value: string; words?: string; hint?: string }[];
  isLong?: true;
  isAsked?: (values: Values) => boolean;
  /** Undefined: no value. Default: the trimmed text. */
  read?: (text: string) => unknown;
};

export type AskedField = FormField & { key: string; value: string };

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

export const listed = (text: string): string[] => text.split(' ').filter((word) => word !== '');

type Body = { [name: string]: unknown };

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

export const emptyOf = (fields: readonly AskedField[]): string[] =>
  fields.filter(({ value, isOptional }) => !isOptional && value.trim() === '').map(({ label }) => label);

/** Whether an issue belongs to a field, or to a part of its value. */
export const isAt = ({ at }: Pick<FormField, 'at'>, { name }: Issue): boolean =>
  name === at || name.startsWith(`${at}/`);
