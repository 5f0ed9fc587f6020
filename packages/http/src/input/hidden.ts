import { hiddenText, isJsonObject, pointerTo } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';

/** A secret in an answer: the names of a map, or only the marker. */
export const hide = (secret: unknown): unknown =>
  isJsonObject(secret)
    ? Object.fromEntries(Object.keys(secret).map((name) => [name, hiddenText]))
    : hiddenText;

/**
 * Replaces each marker in a secret by the stored value of the same place; an issue if there is none. `at`:
 * pointer of the secret.
 */
export function unhide(
  given: unknown,
  stored: unknown,
  at: string,
): { value: unknown; issues: readonly IssueInput[] } {
  if (given === hiddenText) {
    return stored === undefined
      ? { value: given, issues: [standsForNothing(at)] }
      : { value: stored, issues: [] };
  }
  if (!isJsonObject(given)) return { value: given, issues: [] };
  const members = Object.entries(given).map(([name, member]) => {
    const inPlace = isJsonObject(stored) && Object.hasOwn(stored, name) ? stored[name] : undefined;
    const pointer = pointerTo(at, name);
    return { name, ...unhide(member, inPlace, pointer) };
  });
  return {
    value: Object.fromEntries(members.map(({ name, value }) => [name, value])),
    issues: members.flatMap(({ issues }) => issues),
  };
}

const standsForNothing = (name: string): IssueInput => ({
  in: 'body',
  name,
  detail: `\`${hiddenText}\` stands for a stored value; there is none here.`,
  remedy: 'Send the value itself.',
});

/** For a body that creates something: these members hold no marker, since nothing is stored yet. */
export const hidesNothing =
  (...names: readonly string[]) =>
  (body: unknown): readonly IssueInput[] =>
    isJsonObject(body) ? names.flatMap((name) => unhide(body[name], undefined, `/${name}`).issues) : [];
