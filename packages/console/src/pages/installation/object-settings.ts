import type { Installation, InstallationPatch, ObjectMetadata } from '@writ/sdk';

type Content = {
  write?: { objects?: Record<string, WriteEntry> };
  read?: { objects?: Record<string, ReadEntry> };
};
type Default = { stringValue?: string; integerValue?: number; booleanValue?: boolean };
type Stored = { writeOnCreate?: string; writeOnUpdate?: string; default?: Default };
type WriteEntry = {
  objectName?: string;
  inheritMapping?: boolean;
  deletionSettings?: { enabled?: boolean };
  selectedFieldSettings?: Record<string, Stored>;
  [member: string]: unknown;
};
type ReadEntry = {
  objectName?: string;
  selectedFieldMappings?: Record<string, string>;
  [member: string]: unknown;
};

export type CrmField = ObjectMetadata['fields'][string];

/** What a customer chose for one field. `sentAs` is the name that writes use for it. */
export type Rule = { sentAs: string; onCreate: string; onUpdate: string; fallback: string };

export type FieldRow = {
  field: string;
  label: string;
  type: string;
  isRequired: boolean | undefined;
  rule: Rule;
};

export type Edits = {
  rules: Readonly<Record<string, Partial<Rule>>>;
  mayDelete?: boolean;
};

export type Difference = { what: string; before: string; after: string };

/** An entry and its key; a missing one gets the object's name. */
function entryOf<Entry extends { objectName?: string }>(
  objects: Record<string, Entry> | undefined,
  objectName: string,
): readonly [key: string, entry: Entry | undefined] {
  return (
    Object.entries(objects ?? {}).find(([key, entry]) => (entry.objectName ?? key) === objectName) ?? [
      objectName,
      undefined,
    ]
  );
}

const contentOf = ({ config }: Pick<Installation, 'config'>): Content => config.content as object;

/** Whether records of an object may be deleted, and whether it is written at all. */
export function switchesOf(installation: Pick<Installation, 'config'>, objectName: string) {
  const { write } = contentOf(installation);
  const [, entry] = entryOf(write?.objects, objectName);
  return {
    mayDelete: entry?.deletionSettings?.enabled ?? false,
    isWritten: write === undefined || entry !== undefined,
  };
}

const usual = 'always';

/** A row for each field that can be written, and for each rule without such a field. */
export function rowsOf(
  installation: Pick<Installation, 'config'>,
  objectName: string,
  fields: readonly CrmField[],
): FieldRow[] {
  const { write, read } = contentOf(installation);
  const settings = entryOf(write?.objects, objectName)[1]?.selectedFieldSettings ?? {};
  const mappings = entryOf(read?.objects, objectName)[1]?.selectedFieldMappings ?? {};
  const nameByField = new Map(Object.entries(mappings).map(([name, field]) => [field, name]));
  const ruleOf = (field: string): Rule => {
    const sentAs = nameByField.get(field) ?? field;
    const { writeOnCreate = usual, writeOnUpdate = usual, default: value } = settings[sentAs] ?? {};
    return { sentAs, onCreate: writeOnCreate, onUpdate: writeOnUpdate, fallback: textOf(value) };
  };
  const rows = fields
    .filter(({ readOnly }) => !readOnly)
    .map(({ fieldName, displayName, valueType, isRequired }): FieldRow => ({
      field: fieldName,
      label: displayName,
      type: valueType,
      isRequired,
      rule: ruleOf(fieldName),
    }));
  const shown = new Set(rows.map(({ rule }) => rule.sentAs));
  const others = Object.keys(settings)
    .filter((name) => !shown.has(name))
    .map((name): FieldRow => {
      const field = mappings[name] ?? name;
      return { field, label: field, type: 'not in the CRM', isRequired: undefined, rule: ruleOf(field) };
    });
  const isSet = ({ field, rule }: FieldRow) =>
    rule.sentAs !== field || rule.onCreate !== usual || rule.onUpdate !== usual || rule.fallback !== '';
  return [...others, ...rows].toSorted((one, other) => Number(isSet(other)) - Number(isSet(one)));
}

const textOf = (value: Default | undefined): string =>
  String(value?.stringValue ?? value?.integerValue ?? value?.booleanValue ?? '');

/** What is wrong with the default of a row; undefined if nothing is. */
export function faultOf({ type, rule: { fallback } }: FieldRow): string | undefined {
  if (fallback === '') return undefined;
  if (type === 'int' && !/^-?\d{1,15}$/.test(fallback)) return 'Must be a whole number.';
  if (type === 'boolean' && !['true', 'false'].includes(fallback)) return 'Must be `true` or `false`.';
  return undefined;
}

function defaultOf(type: string, fallback: string): Default {
  if (type === 'int') return { integerValue: Number(fallback) };
  return type === 'boolean' ? { booleanValue: fallback === 'true' } : { stringValue: fallback };
}

/** The row with what was edited. */
export const edited = (row: FieldRow, { rules }: Edits): FieldRow => ({
  ...row,
  rule: { ...row.rule, ...rules[row.field] },
});

const words = { sentAs: 'sent as', onCreate: 'on create', onUpdate: 'on update', fallback: 'default' };

/** Each edit that differs from the settings in force. */
export function differencesOf(
  rows: readonly FieldRow[],
  edits: Edits,
  { mayDelete }: Pick<ReturnType<typeof switchesOf>, 'mayDelete'>,
): Difference[] {
  const ofRules = rows.flatMap((row) => {
    const { rule } = edited(row, edits);
    return (['sentAs', 'onCreate', 'onUpdate', 'fallback'] as const)
      .filter((member) => rule[member] !== row.rule[member])
      .map((member) => ({
        what: `${row.field}, ${words[member]}`,
        before: row.rule[member] || 'none',
        after: rule[member] || 'none',
      }));
  });
  const yesOrNo = (isOn: boolean) => (isOn ? 'yes' : 'no');
  const { mayDelete: wanted = mayDelete } = edits;
  if (wanted === mayDelete) return ofRules;
  return [...ofRules, { what: 'Records may be deleted', before: yesOrNo(mayDelete), after: yesOrNo(wanted) }];
}

/** The request that saves the edits; both entries of the object go as a whole, guarded by `If-Match`. */
export function patchOf(
  installation: Pick<Installation, 'config'>,
  objectName: string,
  rows: readonly FieldRow[],
  edits: Edits,
): InstallationPatch {
  const { write, read } = contentOf(installation);
  const [writeKey, writeEntry] = entryOf(write?.objects, objectName);
  const [readKey, readEntry] = entryOf(read?.objects, objectName);
  const settings = new Map(Object.entries(writeEntry?.selectedFieldSettings ?? {}));
  const mappings = new Map(Object.entries(readEntry?.selectedFieldMappings ?? {}));
  let isMapped = false;
  for (const row of rows.filter(({ field }) => edits.rules[field] !== undefined)) {
    const { rule } = edited(row, edits);
    const sentAs = rule.sentAs.trim() === '' ? row.field : rule.sentAs.trim();
    const stored = settings.get(row.rule.sentAs);
    settings.delete(row.rule.sentAs);
    const next = storedRule({ ...rule, sentAs }, row, stored);
    if (Object.keys(next).length > 0) settings.set(sentAs, next);
    if (sentAs === row.rule.sentAs) continue;
    isMapped = true;
    mappings.delete(row.rule.sentAs);
    if (sentAs !== row.field) mappings.set(sentAs, row.field);
  }
  const entry: WriteEntry = {
    ...writeEntry,
    objectName,
    selectedFieldSettings: Object.fromEntries(settings),
    ...(edits.mayDelete !== undefined && {
      deletionSettings: { ...writeEntry?.deletionSettings, enabled: edits.mayDelete },
    }),
  };
  const mapping = { ...readEntry, objectName, selectedFieldMappings: Object.fromEntries(mappings) };
  const content = {
    write: { objects: { [writeKey]: entry } },
    ...(isMapped && { read: { objects: { [readKey]: mapping } } }),
  };
  return {
    updateMask: [
      `config.content.write.objects.${masked(writeKey)}`,
      ...(isMapped ? [`config.content.read.objects.${masked(readKey)}`] : []),
    ],
    installation: {
      config: {
        content: content as NonNullable<InstallationPatch['installation']['config']>['content'] & object,
      },
    },
  };
}

const masked = (name: string): string => name.replaceAll(/[\\.]/g, String.raw`\$&`);

/** Members that were absent stay absent unless they change. */
function storedRule(rule: Rule, row: FieldRow, stored: Stored | undefined): Stored {
  const { writeOnCreate: _create, writeOnUpdate: _update, default: before, ...unknown } = stored ?? {};
  const isDefaultKept = rule.fallback === row.rule.fallback && before !== undefined;
  return {
    ...unknown,
    ...((rule.onCreate !== usual || stored?.writeOnCreate !== undefined) && { writeOnCreate: rule.onCreate }),
    ...((rule.onUpdate !== usual || stored?.writeOnUpdate !== undefined) && { writeOnUpdate: rule.onUpdate }),
    ...(isDefaultKept
      ? { default: before }
      : rule.fallback !== '' && { default: defaultOf(row.type, rule.fallback) }),
  };
}
