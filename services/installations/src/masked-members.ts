import type { IssueInput } from '@writ/http-kit';

/** Rule of a body whose mask names members of `of`: each of them has a value there. Of names that are none its schema tells. */
export const maskedMembersRule =
  (of: string, members: readonly string[]) =>
  ({ body }: { body: unknown }): readonly IssueInput[] => {
    const { updateMask, [of]: given } = (body ?? {}) as Record<string, unknown>;
    if (!Array.isArray(updateMask) || typeof given !== 'object' || given === null) return [];
    return updateMask.flatMap((name: unknown, index) =>
      typeof name !== 'string' ||
      !members.includes(name) ||
      (given as Record<string, unknown>)[name] !== undefined
        ? []
        : [{ in: 'body', name: `/updateMask/${index}`, detail: `The body has no \`${name}\`.`, value: name }],
    );
  };

/** The members that a mask names, with their values: the rule has seen that they have one. */
export const maskedMembers = <Members extends object>(
  updateMask: readonly (keyof Members & string)[],
  given: Members,
): Partial<Members> => Object.fromEntries(updateMask.map((name) => [name, given[name]])) as Partial<Members>;
