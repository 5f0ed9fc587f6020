import type { JsonObject, JsonValue, ConfigContent } from '@writ/contracts';
import { memberAt, splitMaskPath, withMember, type MemberPath } from '@writ/installation';
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
  const names = splitMaskPath(text);
  if (names === undefined) return noPath;
  if (isContent(names)) return undefined;
  if (!isConnection(names) && !isCreator(names)) return unknownPath;
  if (typeof given !== 'object' || memberAt(given, names) !== undefined) return undefined;
  return 'The body has no value for this path.';
}

/** What a mask that the rule accepts and its values make of an installation. Paths that lead nowhere are issues. */
export function maskedChange(current: CurrentConfig, patch: InstallationPatch, caller: string): WantedChange {
  const { updateMask, installation } = patch;
  const given = installation as JsonObject;
  const paths = updateMask.map((text, index) => ({ index, text, names: splitMaskPath(text) ?? [] }));
  const ofContent = paths.filter(({ names }) => isContent(names));
  const needsAll = ofContent.some(({ names }) => isWriteObject(names));
  const before = (needsAll ? current.withWrite : current.content) as JsonObject;
  let content: JsonValue = before;
  const copies = new Set<JsonValue>();
  for (const { names } of ofContent) {
    content = withMember(content, names.slice(2), memberAt(given, names), copies) ?? {};
  }
  const createdBy = maskedText(patch, isCreator);
  return {
    ...((ofContent.length > 0 || createdBy !== undefined) && { content: content as ConfigContent }),
    createdBy: createdBy ?? caller,
    issues: paths.flatMap((path) => emptyPath(before, given, path)),
    placeOf: (pointer) => ({ in: 'body', name: `/installation/config/content${pointer}` }),
  };
}

/** The connection that an installation shall write through, where the mask names it. */
export const maskedConnectionId = (patch: InstallationPatch): string | undefined =>
  maskedText(patch, isConnection);

const isConnection = (names: MemberPath): boolean => names.join('/') === 'connectionId';
const isCreator = (names: MemberPath): boolean => names.join('/') === 'config/createdBy';

function isContent([config, content, section = '', member, ...below]: MemberPath): boolean {
  if (config !== 'config' || content !== 'content') return false;
  if (section === 'proxy') return member === 'enabled' && below.length === 0;
  return ['read', 'write', 'subscribe'].includes(section) && member === 'objects';
}

/** Whether a path leads to one object that is written, or into it. */
const isWriteObject = ([, , section, member, ...below]: MemberPath): boolean =>
  section === 'write' && member === 'objects' && below.length > 0;

function maskedText(
  { updateMask, installation }: InstallationPatch,
  is: (names: MemberPath) => boolean,
): string | undefined {
  const names = updateMask.map((text) => splitMaskPath(text) ?? []).find(is);
  const value = names && memberAt(installation as JsonObject, names);
  return typeof value === 'string' ? value : undefined;
}

/** A part of the content that the body lacks is removed; what is not there either can only be a slip. */
function emptyPath(before: JsonObject, given: JsonObject, path: MaskPath): IssueInput[] {
  const { names } = path;
  if (!isContent(names) || memberAt(given, names) !== undefined) return [];
  if (memberAt(before, names.slice(2)) !== undefined) return [];
  return [maskIssue(path, 'Neither the body nor the config in force has a value for this path.')];
}

const noPath =
  'Must be names with dots between them; a backslash takes the next character into the name, and no name is empty.';
const unknownPath =
  'Must be `connectionId`, `config.createdBy`, `config.content.proxy.enabled`, or a path below `config.content.read.objects`, `.write.objects` or `.subscribe.objects`.';

const maskIssue = ({ index, text }: { index: number; text: unknown }, detail: string): IssueInput => ({
  in: 'body',
  name: `/updateMask/${index}`,
  detail,
  value: text,
});
