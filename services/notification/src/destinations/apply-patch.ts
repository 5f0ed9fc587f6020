import type { DestinationPatch, JsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';

/** Secrets are hidden. */
export type ShownDestination = { name: string; metadata: JsonObject };

const metadataPrefix = 'metadata.';

type SentPatch = {
  readonly updateMask?: readonly (string | undefined)[] | undefined;
  readonly destination?: Readonly<Partial<Record<'name' | 'type' | 'metadata', unknown>>> | undefined;
};

/** The body must have the members that the mask names as a whole. */
export function patchRule({ updateMask = [], destination }: SentPatch): readonly IssueInput[] {
  if (!destination) return [];
  return (['name', 'type', 'metadata'] as const)
    .filter((member) => updateMask.includes(member) && destination[member] === undefined)
    .map((member) => ({
      in: 'body',
      name: `/destination/${member}`,
      detail: `\`updateMask\` names \`${member}\`, which is missing.`,
    }));
}

/**
 * Replaces what the mask names, and removes named members of the metadata that the body lacks. Unchanged secrets are
 * hidden in the result. The caller checks whether the metadata is complete.
 */
export function applyPatch(
  current: ShownDestination,
  { updateMask, destination }: DestinationPatch,
): ShownDestination {
  const given = destination as Partial<ShownDestination>;
  const metadata = {
    ...((updateMask.includes('metadata') ? given.metadata : undefined) ?? current.metadata),
  };
  for (const path of updateMask.filter((named) => named.startsWith(metadataPrefix))) {
    const member = path.slice(metadataPrefix.length);
    const value = given.metadata?.[member];
    if (value === undefined) Reflect.deleteProperty(metadata, member);
    else metadata[member] = value;
  }
  return { name: (updateMask.includes('name') ? given.name : undefined) ?? current.name, metadata };
}
