import { isStorable, pointerTo } from '@writ/contracts';
import { mostIssues, type IssueInput } from '@writ/problems';

/**
 * An issue for each text that cannot be stored, up to the number that an answer reports.
 * @param showValues false if a text may be a credential
 */
export const unstorableIssues = (
  input: unknown,
  where: 'body' | 'query',
  showValues: boolean,
): readonly IssueInput[] =>
  [...unstorable(input, '').take(mostIssues + 1)].map(({ at, value }) => ({
    in: where,
    name: (where === 'body' ? at : at.slice(1)).toWellFormed(),
    detail: 'The text holds U+0000 or half of a surrogate pair.',
    ...(showValues && value !== undefined && { value: value.toWellFormed() }),
  }));

function* unstorable(input: unknown, at: string): Generator<{ at: string; value?: string }> {
  if (typeof input === 'string' && !isStorable(input)) yield { at, value: input };
  if (typeof input !== 'object' || input === null) return;
  for (const [name, member] of Object.entries(input)) {
    const pointer = pointerTo(at, name);
    if (!isStorable(name)) yield { at: pointer };
    yield* unstorable(member, pointer);
  }
}

export const holdsSecrets = (schema: object | undefined): boolean =>
  schema !== undefined && JSON.stringify(schema).includes('"writeOnly":true');
