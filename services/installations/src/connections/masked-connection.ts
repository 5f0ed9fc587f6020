import { connectionSchema, credentialSchemes, type JsonObject } from '@writ/contracts';
import { memberAt, splitMaskPath, withMember, type Connection, type MemberPath } from '@writ/installation';
import { mostIssues, type IssueInput } from '@writ/problems';
import type { CredentialScheme } from '@writ/write-core';
import { told } from '@writ/service-parts';
import { withHint } from '../hint.ts';
import { givenCredentials, oneOfSchemes, type GivenCredentials } from './given-credentials.ts';
import type { PlainConnection, PlainPatch } from './plain-connection.ts';

type Facts = Pick<
  Connection,
  'groupName' | 'consumerName' | 'providerWorkspaceRef' | 'quotaPercent' | 'providerMetadata'
>;
const none: Facts = {
  groupName: null,
  consumerName: null,
  providerWorkspaceRef: null,
  quotaPercent: null,
  providerMetadata: null,
};

export type ChangedConnection = Facts & {
  given: GivenCredentials | undefined;
  issues: readonly IssueInput[];
};

const schemes: readonly string[] = credentialSchemes;
const mostMetadata = connectionSchema.properties.providerMetadata.maxProperties;
const known = [...schemes, ...Object.keys(none)];

type SentPatch = {
  readonly updateMask?: readonly (string | undefined)[] | undefined;
  readonly connection?: object | undefined;
};

/** A connection must be able to have each path; credentials come by at most one scheme. */
export function connectionMaskRule({ updateMask = [], connection }: SentPatch): readonly IssueInput[] {
  // The schema refuses longer masks.
  const issues = updateMask.slice(0, mostIssues + 1).flatMap((path, index) => {
    const detail = path === undefined ? undefined : pathFault(path, connection);
    return detail === undefined ? [] : [maskIssue(index, detail)];
  });
  const places = schemes.map((scheme) => updateMask.lastIndexOf(scheme)).filter((at) => at >= 0);
  return places.length > 1 ? [...issues, maskIssue(Math.max(...places), oneOfSchemes)] : issues;
}

function pathFault(path: string, given: object | undefined): string | undefined {
  const [name = '', ...below] = splitMaskPath(path) ?? [];
  // One spelling only, so that every reader of the mask sees credentials.
  if (schemes.includes(name) && path !== name) return 'Credentials are replaced as a whole, by their name.';
  const isKnown = known.includes(name) && below.length <= (name === 'providerMetadata' ? 1 : 0);
  if (!isKnown) {
    const detail = `Must be one of ${known.map((one) => `\`${one}\``).join(', ')}, or \`providerMetadata.\` and a name.`;
    return withHint({ detail, value: path, known });
  }
  return schemes.includes(name) && given && !Object.hasOwn(given, name)
    ? 'The body has no value for this path.'
    : undefined;
}

export function maskedConnection(
  current: Connection,
  { updateMask, connection }: PlainPatch,
): ChangedConnection {
  const { groupName, consumerName, providerWorkspaceRef, quotaPercent, providerMetadata } = current;
  const before: JsonObject = told({
    groupName,
    consumerName,
    providerWorkspaceRef,
    quotaPercent,
    providerMetadata,
  });
  const given = connection as JsonObject;
  const paths = updateMask.map((text) => splitMaskPath(text) ?? []);
  const ofFacts = paths.filter(([name = '']) => !schemes.includes(name));
  const after = ofFacts.reduce<JsonObject>(
    (facts, path) => (withMember(facts, path, memberAt(given, path)) ?? {}) as JsonObject,
    before,
  );
  return {
    ...none,
    ...(after as Partial<Facts>),
    given:
      ofFacts.length < paths.length ? givenCredentials(maskedSchemes(updateMask, connection)) : undefined,
    issues: [
      ...paths.flatMap((path, index) => emptyPath(path, index, { given, before })),
      ...metadataIssues((after as Partial<Facts>).providerMetadata ?? {}, '/connection/providerMetadata'),
    ],
  };
}

export const maskedSchemes = (
  updateMask: readonly string[],
  given: PlainConnection,
): Pick<PlainConnection, CredentialScheme> =>
  Object.fromEntries(
    credentialSchemes
      .filter((scheme) => updateMask.includes(scheme) && given[scheme] !== undefined)
      .map((scheme) => [scheme, given[scheme]]),
  );

/** The mask removes what the body lacks. If the connection lacks it, too, the path is probably wrong. */
function emptyPath(
  path: MemberPath,
  index: number,
  { given, before }: { given: JsonObject; before: JsonObject },
): IssueInput[] {
  if (memberAt(given, path) !== undefined || memberAt(before, path) !== undefined) return [];
  return [maskIssue(index, 'Neither the body nor the connection has a value for this path.')];
}

/** `name`: the issues' name. */
export function metadataIssues(metadata: object, name: string): IssueInput[] {
  if (Object.keys(metadata).length <= mostMetadata) return [];
  const detail = `The connection would have more than ${mostMetadata} members there.`;
  return [{ in: 'body', name, detail }];
}

/** Never repeat the path: it may be a misplaced credential. */
const maskIssue = (index: number, detail: string): IssueInput => ({
  in: 'body',
  name: `/updateMask/${index}`,
  detail,
});
