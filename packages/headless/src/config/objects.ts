import type { ConfigContent, ReadObject, Revision, WriteObject } from '../types.ts';

type Entries = { write: WriteObject; read: ReadObject };
type Section = keyof Entries;

/** The entry of an object, and its key, which may be any text. */
export function entryAbout<Name extends Section>(
  content: ConfigContent,
  section: Name,
  objectName: string,
): { key: string; entry: Entries[Name] | undefined } {
  const objects = (content[section]?.objects ?? {}) as Record<string, Entries[Name]>;
  const found = Object.entries(objects).find(([key, entry]) => nameOf(key, entry) === objectName);
  // Another object may have this name as its key.
  let key = found?.[0] ?? objectName;
  while (!found && Object.hasOwn(objects, key)) key += '_';
  return { key, entry: found?.[1] };
}

export const nameOf = (key: string, { objectName = key }: { objectName?: string }): string => objectName;

export const writableIn = (revision: Revision): string[] =>
  (revision.content.write?.objects ?? []).map(({ objectName }) => objectName);

/** The effective content: without a `write` section every object of the manifest is on. */
export function withWriteSection(content: ConfigContent, revision: Revision): ConfigContent {
  if (content.write !== undefined || revision.content.write === undefined) return content;
  const objects = writableIn(revision).map((objectName) => [objectName, { objectName }] as const);
  return { ...content, write: { objects: Object.fromEntries(objects) } };
}
