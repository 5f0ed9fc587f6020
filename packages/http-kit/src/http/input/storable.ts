import { isStorable, pointerTo } from '@writ/contracts';
import { mostIssues, type IssueInput } from '../problems/refusal.ts';

/**
 * An issue for each text of a body, or of a query's values by name, that cannot be stored, as far as an answer tells them.
 * @param showValues false where a text may be a credential
 */
export const unstorableIssues = (
  input: unknown,
  where: 'body' | 'query',
  showValues: boolean,
): readonly IssueInput[] =>
  unstorablePlaces(input).map(({ at, value }) => ({
    in: where,
    name: (where === 'body' ? at : at.slice(1)).toWellFormed(),
    detail: 'The text holds U+0000 or half of a surrogate pair.',
    ...(showValues && value !== undefined && { value: value.toWellFormed() }),
  }));

type Place = { at: string; value?: string };

/** Nearly every input is right, and tells so without a pointer to each of its texts being made. */
const unstorablePlaces = (input: unknown): Place[] =>
  allStorable(input) ? [] : [...unstorable(input, '').take(mostIssues + 1)];

function allStorable(input: unknown): boolean {
  if (typeof input === 'string') return isStorable(input);
  if (typeof input !== 'object' || input === null) return true;
  for (const name of Object.keys(input)) {
    if (!isStorable(name) || !allStorable((input as Record<string, unknown>)[name])) return false;
  }
  return true;
}

function* unstorable(input: unknown, at: string): Generator<Place> {
  if (typeof input === 'string' && !isStorable(input)) yield { at, value: input };
  if (typeof input !== 'object' || input === null) return;
  for (const [name, member] of Object.entries(input)) {
    const pointer = pointerTo(at, name);
    if (!isStorable(name)) yield { at: pointer };
    yield* unstorable(member, pointer);
  }
}

/** Whether a body of this schema holds what is never shown again. */
export const holdsSecrets = (schema: object | undefined): boolean =>
  schema !== undefined && JSON.stringify(schema).includes('"writeOnly":true');
