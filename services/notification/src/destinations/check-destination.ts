import { destinationPatchSchema, destinationRequestSchema, type JsonObject } from '@writ/contracts';
import { unhide, unhideQuery } from '@writ/http';
import { createSchemaCompiler, faultOf, type IssueInput } from '@writ/problems';
import type { DestinationKind, MetadataFault } from '../destination-kinds/destination-kind.ts';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import type { AddressRules } from '../outbound/address-rules.ts';

const { properties: requested } = destinationRequestSchema;
const types = destinationKinds.map(({ type }) => type);

type Members = {
  description?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, Members>>;
};

/** Places of metadata members; required ones end with `*`. */
const placesIn = ({ required = [], properties = {} }: Members, at = '', isMust = true): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const must = isMust && required.includes(name);
    const inner = placesIn(schema, `${at}${name}/`, must);
    return inner.length > 0 ? inner : [`\`${at}${name}\`${must ? '*' : ''}`];
  });

const metadata = {
  ...requested.metadata,
  description: [
    'Settings of the kind (*: required):',
    ...destinationKinds.map(
      ({ type, metadataSchema }) => `- \`${type}\`: ${placesIn(metadataSchema).join(', ')}`,
    ),
  ].join('\n'),
};

export const destinationRequest = {
  ...destinationRequestSchema,
  properties: { ...requested, type: { ...requested.type, enum: types }, metadata },
  allOf: destinationKinds.map(({ type, metadataSchema }) => ({
    if: { required: ['type'], properties: { type: { const: type } } },
    then: { properties: { metadata: metadataSchema } },
  })),
} as typeof destinationRequestSchema;

const { properties: patched } = destinationPatchSchema;
const members = destinationKinds.flatMap(({ metadataSchema }) => Object.keys(metadataSchema.properties));
const paths = ['name', 'type', 'metadata', ...new Set(members.map((member) => `metadata.${member}`))];

/** The mask may name metadata members of any kind. */
export const destinationPatch = {
  ...destinationPatchSchema,
  properties: { ...patched, updateMask: { ...patched.updateMask, items: { type: 'string', enum: paths } } },
} as typeof destinationPatchSchema;

type SentDestination = { readonly type?: string | undefined; readonly metadata?: object | undefined };

export function destinationRules({ type, metadata }: SentDestination): readonly IssueInput[] {
  const kind = destinationKinds.find((known) => known.type === type);
  if (!kind || !metadata) return [];
  const given = metadata as JsonObject;
  const { issues } = unhideMetadata(kind.type, given, '/metadata');
  return [...issues, ...toIssues(kind.rules(given), '/metadata')];
}

/**
 * Finds every fault of metadata, forbidden addresses included. `at`: its place in the body; `stored`: holds the
 * values behind hidden ones that were sent back.
 */
export type CheckMetadata = ReturnType<typeof createMetadataCheck>;

export function createMetadataCheck(rules: AddressRules) {
  const compile = createSchemaCompiler();
  const validators = new Map(
    destinationKinds.map((kind) => [kind.type, compile(kind.metadataSchema, 'body')]),
  );
  return async (type: string, given: JsonObject, at: string, stored?: JsonObject) => {
    const kind = kindOf(type);
    const { metadata, issues: hiddenOnes } = unhideMetadata(type, given, at, stored);
    const formal = (validators.get(type)?.(metadata) ?? []).map((issue) => ({
      ...issue,
      name: at + issue.name,
    }));
    const found = [...hiddenOnes, ...formal, ...toIssues(kind.rules(metadata), at)];
    if (formal.length > 0 || kind.delivers === 'pull') return faultOf(found);
    return faultOf([...found, ...toIssues(await kind.check(metadata, rules), at)]);
  };
}

type Unhidden = { metadata: JsonObject; issues: readonly IssueInput[] };

/**
 * Replaces hidden values by stored ones. Issues: nothing is stored, or the value would go to an address that it was
 * not given for.
 */
export function unhideMetadata(type: string, given: JsonObject, at: string, stored?: JsonObject): Unhidden {
  const kind = kindOf(type);
  const unhidden = unhideMembers(kind, given, at, stored ?? {});
  const [strange] = stored ? strangeOrigins(kind, stored, unhidden.metadata) : [];
  if (strange === undefined) return unhidden;
  const { issues } = unhideMembers(kind, given, at, {});
  return { ...unhidden, issues: issues.map(({ name }) => staysBehind(name, strange)) };
}

function unhideMembers(
  { hiddenMembers, hiddenQueries = [] }: DestinationKind,
  given: JsonObject,
  at: string,
  stored: JsonObject,
): Unhidden {
  const members = hiddenMembers
    .filter((name) => given[name] !== undefined)
    .map((name) => ({ name, ...unhide(given[name], stored[name], `${at}/${name}`) }));
  const urls = hiddenQueries.flatMap((name) => {
    const [url, known] = [given[name], stored[name]];
    if (typeof url !== 'string') return [];
    return [{ name, ...unhideQuery(url, typeof known === 'string' ? known : undefined, `${at}/${name}`) }];
  });
  const values = Object.fromEntries(
    [...members, ...urls].map(({ name, value }) => [name, value]),
  ) as JsonObject;
  return { metadata: { ...given, ...values }, issues: [...members, ...urls].flatMap(({ issues }) => issues) };
}

/** Origins to which a change would newly send secrets. */
function strangeOrigins(kind: DestinationKind, before: JsonObject, after: JsonObject): readonly string[] {
  if (kind.delivers === 'pull') return [];
  const known = kind.origins(before);
  return kind.origins(after).filter((origin) => !known.includes(origin));
}

const staysBehind = (name: string, origin: string): IssueInput => ({
  in: 'body',
  name,
  detail: `Would be sent to \`${origin}\`, and a hidden value does not follow to another address.`,
  remedy: 'Send the value itself in the same request, or remove it: `updateMask` has to name it.',
});

const toIssues = (faults: readonly MetadataFault[], at: string): IssueInput[] =>
  faults.map(({ pointer, ...fault }) => ({ in: 'body', name: at + pointer, ...fault }));
