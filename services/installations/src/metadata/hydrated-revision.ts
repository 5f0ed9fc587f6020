import { isJsonObject, type FieldMetadata, type HydratedRevision } from '@writ/contracts';
import { Refusal } from '@writ/problems';
import type { Connection, ManifestObject, Revision } from '@writ/installation';
import type { DescribedObject } from '@writ/providers';
import { told } from '@writ/service-parts';
import { byName, fieldMetadata } from './metadata-answers.ts';
import { mappedNameOf } from './mapped-name.ts';
import { sizeOf, type Asker, type DescribeObject } from './object-descriptions.ts';

const atOnce = 4;
/** Fields and options in one answer: some 10 MB, since each appears twice. */
const mostTold = 25_000;

const sections = ['read', 'write', 'subscribe'] as const;
type Section = (typeof sections)[number];
type HydratedObject = NonNullable<NonNullable<HydratedRevision['content']['write']>['objects']>[number];

type Told = DescribedObject | { kind: 'untold'; error: string };

export type Asking = {
  describe: DescribeObject;
  connection: Connection | undefined;
  asker: Asker;
  /** Objects not asked by then are left out. */
  until: AbortSignal;
};

/** With what manifest and provider say about its objects. */
export async function hydratedRevision(
  { id, specVersion, createTime, content }: Revision,
  asking: Asking,
): Promise<HydratedRevision> {
  const objects = sections.flatMap((section) => content[section]?.objects ?? []);
  const said = await describeAll(
    objects.map(({ objectName }) => objectName),
    asking,
  );
  const hydrated = sections.flatMap((section) => {
    const declared = content[section];
    if (!declared) return [];
    const hydrate = (object: ManifestObject) => hydratedObject(section, object, said.get(object.objectName));
    return [[section, { ...declared, objects: declared.objects.map(hydrate) }] as const];
  });
  const { read, write, subscribe, ...others } = content;
  return told({ id, specVersion, createTime, content: { ...others, ...Object.fromEntries(hydrated) } });
}

async function describeAll(
  names: readonly string[],
  { describe, connection, asker, until }: Asking,
): Promise<ReadonlyMap<string, Told>> {
  const said = new Map<string, Told>();
  if (!connection) return said;
  let room = mostTold;
  const fitting = (told: Told, times: number): Told => {
    if (told.kind !== 'described') return told;
    const size = sizeOf(told);
    if (times * size > room) return noRoom(size);
    room -= times * size;
    return told;
  };
  const left = Map.groupBy(names, (name) => name).entries();
  const takeTurns = async (): Promise<void> => {
    for (const [objectName, { length: times }] of left) {
      const ask = async () => fitting(await describe({ connection, objectName, ...asker }), times);
      said.set(objectName, until.aborted ? noTime : await ask().catch(asUntold));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return said;
}

const noTime: Told = {
  kind: 'untold',
  error: 'There was no time left to describe this object. Ask again: the others are cached for some minutes.',
};

const noRoom = (size: number): Told => ({
  kind: 'untold',
  error: `The answer would be too large with the ${size} fields and options of this object. Get them by \`GET …/objects/{objectName}/metadata\`.`,
});

/** Answers show refusals of one object; other errors are thrown. */
function asUntold(error: unknown): Told {
  if (error instanceof Refusal) return { kind: 'untold', error: error.message };
  throw error;
}

function hydratedObject(section: Section, object: ManifestObject, said: Told | undefined): HydratedObject {
  const { objectName } = object;
  const mappedName = mappedNameOf(object);
  const described = said?.kind === 'described' ? said : undefined;
  const fields = described?.fields.map(fieldMetadata);
  const labels = new Map(fields?.map(({ fieldName, displayName }) => [fieldName, displayName]));
  return {
    ...object,
    displayName: described?.label ?? objectName,
    ...(mappedName !== undefined && { mappedName }),
    ...named(object, 'requiredFields', labels),
    ...named(object, 'optionalFields', labels),
    ...(fields && section === 'write' && writtenFields(fields)),
    ...(fields && { allFields: fields, allFieldsMetadata: byName(fields) }),
    ...(said?.kind === 'untold' && { error: said.error }),
  };
}

/** Adds labels; requested mappings stay. */
function named(
  object: object,
  member: 'requiredFields' | 'optionalFields',
  labels: ReadonlyMap<string, string>,
): Partial<HydratedObject> {
  const fields: unknown = member in object ? object[member as never] : undefined;
  if (!Array.isArray(fields)) return {};
  const labelled = fields.filter(isJsonObject).map((field) => {
    const { fieldName } = field;
    return typeof fieldName === 'string'
      ? { ...field, displayName: labels.get(fieldName) ?? fieldName }
      : field;
  });
  return { [member]: labelled };
}

/** A manifest names no written fields, so all writable ones count. */
function writtenFields(fields: readonly FieldMetadata[]): Partial<HydratedObject> {
  const writable = fields.filter(({ readOnly }) => !readOnly);
  const pick = (wanted: boolean) =>
    writable
      .filter(({ isRequired = false }) => isRequired === wanted)
      .map(({ fieldName, displayName }) => ({ fieldName, displayName }));
  return { requiredFields: pick(true), optionalFields: pick(false) };
}
