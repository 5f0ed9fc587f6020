import type { Installation } from '@writ/sdk';
import type { Edits } from './object-settings.ts';

/**
 * Edits that are not saved, by object, and the settings that they change. Settings that others save do not replace those: saving
 * would then overwrite them unseen.
 */
export type Drafts = { base: Installation; edits: ReadonlyMap<string, Edits> };

/** The drafts on a base, with other edits of an object; undefined if none are left. */
export function draftsWith(
  drafts: Drafts | undefined,
  base: Installation,
  objectName: string,
  edits: Edits | undefined,
): Drafts | undefined {
  const all = new Map(drafts?.edits);
  if (edits) all.set(objectName, edits);
  else all.delete(objectName);
  return all.size > 0 ? { base, edits: all } : undefined;
}
