import { isJsonObject, type DestinationPatch, type JsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';

/** The name and the metadata of a destination, secrets hidden. */
export type ShownDestination = { name: string; metadata: JsonObject };

const metadataPrefix = 'metadata.';

/** Rule of the body: what the mask names as a whole, the body has. */
export function patchRule(body: unknown): readonly IssueInput[] {
  const { updateMask, destination } = (body ?? {}) as { updateMask?: unknown; destination?: unknown };
  if (!Array.isArray(updateMask) || !isJsonObject(destination)) return [];
  return (['name', 'type', 'metadata'] as const)
    .filter((member) => updateMask.includes(member) && destination[member] === undefined)
    .map((member) => ({
      in: 'body',
      name: `/destination/${member}`,
      detail: `\`updateMask\` names \`${member}\`, which is missing.`,
    }));
}

/**
 * Replaces what the mask names (Contract §5): a member of the metadata that the body leaves out is removed, one without
 * a path is ignored. A secret that stays is hidden in the outcome. Whether the metadata is then complete is the kind's to say.
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
