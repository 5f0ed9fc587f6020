import type { JsonObject, JsonValue, ConfigContent } from '@writ/contracts';
import { memberAt, splitMaskPath, withMember, withoutDoubles, type MemberPath } from '@writ/installation';
import { mostIssues, type IssueInput } from '@writ/http-kit';
import type { CurrentConfig, WantedChange } from './update-installation.ts';

export type InstallationPatch = { updateMask: readonly string[]; installation: object };

/** A path of a mask that may stand there: where in the mask, and the names that it leads over. */
type MaskPath = { index: number; text: string; names: MemberPath };

/** Rule of the body: each path of its mask must be one that an installation can have (Contract §5), as far as an answer tells. */
export function maskRule(body: unknown): readonly IssueInput[] {
  const { updateMask, installation } = (body ?? {}) as { updateMask?: unknown; installation?: JsonObject };
  if (!Array.isArray(updateMask)) return [];
  return updateMask.slice(0, mostIssues + 1).flatMap((text: unknown, index) => {
    const detail = typeof text === 'string' ? maskFault(text, installation) : undefined;
    return detail === undefined ? [] : [maskIssue({ index, text }, detail)];
  });
}

function maskFault(text: string, given: JsonObject | undefined): string | undefined {
  const names = namesOf(text);
  if (names === undefined) return noPath;
  if (isContent(names) && names.length > contentPath.length) return undefined;
  if (!isConnection(names) && !isCreator(names) && !isContent(names)) return unknownPath;
  if (typeof given !== 'object' || memberAt(given, names) !== undefined) return undefined;
  return 'The body has no value for this path.';
}

/** The names that a path leads over; undefined for what is no path. A `config` as a whole is its content. */
function namesOf(text: string): MemberPath | undefined {
  const names = splitMaskPath(text);
  return names !== undefined && isConfig(names) ? contentPath : names;
}

/** What a mask that the rule accepts and its values make of an installation. Paths that lead nowhere are issues. */
export function maskedChange(current: CurrentConfig, patch: InstallationPatch, caller: string): WantedChange {
  const { updateMask, installation } = patch;
  const given = installation as JsonObject;
  const paths = updateMask.map((text, index) => ({ index, text, names: namesOf(text) ?? [] }));
  const ofContent = paths.filter(({ names }) => isContent(names));
  const needsAll = ofContent.some(({ names }) => isWriteObject(names));
  const before = (needsAll ? current.withWrite : current.content) as JsonObject;
  let content: JsonValue = before;
  const copies = new Set<JsonValue>();
  for (const { names } of ofContent) {
    content = withMember(content, names.slice(contentPath.length), memberAt(given, names), copies) ?? {};
  }
  if (before !== current.content)
    content = withoutDoubles(content as ConfigContent, current.withWrite) as JsonObject;
  const createdBy = maskedText(
    patch,
    ['config', 'createdBy'],
    (names) => isCreator(names) || isConfig(names),
  );
  return {
    ...((ofContent.length > 0 || createdBy !== undefined) && { content: content as ConfigContent }),
    createdBy: createdBy ?? caller,
    issues: paths.flatMap((path) => emptyPath(before, given, path)),
    placeOf: (pointer) => ({ in: 'body', name: `/installation/config/content${pointer}` }),
  };
}

/** The connection that an installation shall write through, where the mask names it. */
export const maskedConnectionId = (patch: InstallationPatch): string | undefined =>
  maskedText(patch, ['connectionId'], isConnection);

const contentPath: MemberPath = ['config', 'content'];

const isConfig = (names: MemberPath): boolean => names.join('/') === 'config';
const isConnection = (names: MemberPath): boolean => names.join('/') === 'connectionId';
const isCreator = (names: MemberPath): boolean => names.join('/') === 'config/createdBy';

/** Whether a path leads to the content or into it. */
const isContent = (names: MemberPath): boolean => contentPath.every((name, at) => names[at] === name);

/** Whether a path leads to one object that is written, or into it. */
const isWriteObject = ([, , section, member, ...below]: MemberPath): boolean =>
  section === 'write' && member === 'objects' && below.length > 0;

/** A text of the body that one of these paths of the mask leads to. */
function maskedText(
  { updateMask, installation }: InstallationPatch,
  place: MemberPath,
  leadsThere: (names: MemberPath) => boolean,
): string | undefined {
  const isNamed = updateMask.some((text) => leadsThere(splitMaskPath(text) ?? []));
  const value = isNamed ? memberAt(installation as JsonObject, place) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A part of the content that the body lacks is removed; what is not there either can only be a slip. */
function emptyPath(before: JsonObject, given: JsonObject, path: MaskPath): IssueInput[] {
  const { names } = path;
  if (!isContent(names) || memberAt(given, names) !== undefined) return [];
  if (memberAt(before, names.slice(contentPath.length)) !== undefined) return [];
  return [maskIssue(path, 'Neither the body nor the config in force has a value for this path.')];
}

const noPath =
  'Must be names with dots between them; a backslash takes the next character into the name, and no name is empty.';
const unknownPath =
  'Must be `connectionId`, `config`, `config.createdBy`, `config.content`, or a path below `config.content`.';

const maskIssue = ({ index, text }: { index: number; text: unknown }, detail: string): IssueInput => ({
  in: 'body',
  name: `/updateMask/${index}`,
  detail,
  value: text,
});
