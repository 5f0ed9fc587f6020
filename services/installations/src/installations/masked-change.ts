import { isJsonObject, type JsonObject, type JsonValue, type ConfigContent } from '@writ/contracts';
import { memberAt, splitMaskPath, withMember, withoutDoubles, type MemberPath } from '@writ/installation';
import { mostIssues, type IssueInput } from '@writ/problems';
import type { CurrentConfig, WantedChange } from './update-installation.ts';

export type InstallationPatch = { updateMask: readonly string[]; installation: object };

type MaskPath = { index: number; text: string; names: MemberPath };

type SentPatch = {
  readonly updateMask?: readonly (string | undefined)[] | undefined;
  readonly installation?: object | undefined;
};

/** An installation must be able to have each path. Stops after as many issues as an answer lists. */
export const maskRule = ({ updateMask = [], installation }: SentPatch): readonly IssueInput[] =>
  updateMask.slice(0, mostIssues + 1).flatMap((text, index) => {
    const detail = text === undefined ? undefined : maskFault(text, installation);
    return text === undefined || detail === undefined ? [] : [maskIssue({ index, text }, detail)];
  });

function maskFault(text: string, given: object | undefined): string | undefined {
  const names = namesOf(text);
  if (names === undefined) return noPath;
  if (isContent(names) && names.length > contentPath.length) return undefined;
  if (!isConnection(names) && !isCreator(names) && !isContent(names)) return unknownPath;
  if (given === undefined || hasMember(given as JsonObject, names)) return undefined;
  return 'The body has no value for this path.';
}

function hasMember(given: JsonObject, names: MemberPath): boolean {
  const holder = memberAt(given, names.slice(0, -1));
  return isJsonObject(holder) && Object.hasOwn(holder, names.at(-1) ?? '');
}

/** Undefined if the text is no path. `config` alone means its content. */
function namesOf(text: string): MemberPath | undefined {
  const names = splitMaskPath(text);
  return names !== undefined && isConfig(names) ? contentPath : names;
}

/** The mask must have passed the rule. Paths that lead nowhere are issues. */
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

/** Undefined if the mask does not name it. */
export const maskedConnectionId = (patch: InstallationPatch): string | undefined =>
  maskedText(patch, ['connectionId'], isConnection);

const contentPath: MemberPath = ['config', 'content'];

const isConfig = (names: MemberPath): boolean => names.join('/') === 'config';
const isConnection = (names: MemberPath): boolean => names.join('/') === 'connectionId';
const isCreator = (names: MemberPath): boolean => names.join('/') === 'config/createdBy';

/** The content and everything below it. */
const isContent = (names: MemberPath): boolean => contentPath.every((name, at) => names[at] === name);

/** One written object and everything below it. */
const isWriteObject = ([, , section, member, ...below]: MemberPath): boolean =>
  section === 'write' && member === 'objects' && below.length > 0;

function maskedText(
  { updateMask, installation }: InstallationPatch,
  place: MemberPath,
  leadsThere: (names: MemberPath) => boolean,
): string | undefined {
  const isNamed = updateMask.some((text) => leadsThere(splitMaskPath(text) ?? []));
  const value = isNamed ? memberAt(installation as JsonObject, place) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The mask removes what the body lacks. If the config lacks it, too, the path is probably wrong. */
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

const maskIssue = ({ index, text }: { index: number; text: string }, detail: string): IssueInput => ({
  in: 'body',
  name: `/updateMask/${index}`,
  detail,
  value: text,
});
