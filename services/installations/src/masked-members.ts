import type { IssueInput } from '@writ/problems';

type PatchSchema = { properties: { updateMask: { items: { enum: readonly string[] } } } };
type Sent = { body: { readonly updateMask?: readonly (string | undefined)[] | undefined } };

/** `of` must have each member that the mask names. The schema refuses other names. */
export const maskRule =
  ({ properties }: PatchSchema, of: string) =>
  ({ body }: Sent): readonly IssueInput[] => {
    const { updateMask = [], [of]: given } = body as Sent['body'] &
      Readonly<Record<string, object | undefined>>;
    const { enum: members } = properties.updateMask.items;
    return updateMask.flatMap((name, index) =>
      given && name !== undefined && members.includes(name) && !Object.hasOwn(given, name)
        ? [{ in: 'body', name: `/updateMask/${index}`, detail: `The body has no \`${name}\`.`, value: name }]
        : [],
    );
  };

export const maskedMembers = <Members extends object>(
  updateMask: readonly (keyof Members & string)[],
  given: Members,
): Partial<Members> => Object.fromEntries(updateMask.map((name) => [name, given[name]])) as Partial<Members>;
