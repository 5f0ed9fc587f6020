import { invalidInput } from '@writ/problem-details';

/** The members that a mask names, with their values. @throws Refusal for each that the body has no value for. */
export function maskedMembers<Members extends object>(
  updateMask: readonly (keyof Members & string)[],
  given: Members,
): Partial<Members> {
  const issues = updateMask.flatMap((name, index) =>
    given[name] === undefined
      ? [
          {
            in: 'body',
            name: `/updateMask/${index}`,
            detail: `The body has no \`${name}\`.`,
            value: name,
          } as const,
        ]
      : [],
  );
  if (issues.length > 0) throw invalidInput(issues);
  return Object.fromEntries(updateMask.map((name) => [name, given[name]])) as Partial<Members>;
}
