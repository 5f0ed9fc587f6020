import type { DestinationPatch, JsonObject } from '@writ/contracts';
import { invalidInput } from '@writ/problem-details';

/** The name and the whole metadata of a destination, hidden values included. */
export type PlainDestination = { name: string; metadata: JsonObject };

const metadataPrefix = 'metadata.';

/**
 * Replaces what the mask names (Contract §5): a member of the metadata that the body leaves out is removed, one without
 * a path is ignored. Whether the metadata is then complete is the kind's to say.
 * @throws an input validation problem when the mask names `name` or `metadata` and the body lacks it.
 */
export function applyPatch(
  current: PlainDestination,
  { updateMask, destination }: DestinationPatch,
): PlainDestination {
  const given = destination as Partial<PlainDestination>;
  const whole = updateMask.filter((path): path is 'name' | 'metadata' => !path.startsWith(metadataPrefix));
  const missing = whole.filter((member) => given[member] === undefined);
  if (missing.length > 0) {
    throw invalidInput(
      missing.map((member) => ({
        in: 'body',
        name: `/destination/${member}`,
        detail: `\`updateMask\` names \`${member}\`, which is missing.`,
      })),
    );
  }
  const metadata = { ...(whole.includes('metadata') ? given.metadata : current.metadata) };
  for (const path of updateMask.filter((named) => named.startsWith(metadataPrefix))) {
    const member = path.slice(metadataPrefix.length);
    const value = given.metadata?.[member];
    if (value === undefined) Reflect.deleteProperty(metadata, member);
    else metadata[member] = value;
  }
  return { name: (whole.includes('name') ? given.name : undefined) ?? current.name, metadata };
}
