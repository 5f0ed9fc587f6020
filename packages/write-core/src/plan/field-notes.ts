import type { JsonObject } from '../json.ts';
import type { RecordOutcome } from '../outcome.ts';
import type { WriteSettings } from './write-settings.ts';

/**
 * Something done to a field that the caller did not ask for: `dropped` and `defaulted` by the settings, `unmapped`
 * because only mapped fields are written, `no-field` because the provider has no field of that name, `kept` because the
 * record has a value there already. Whether a default that is `default-if-empty` is written, only that shows.
 */
export type FieldNote = {
  kind: 'dropped' | 'defaulted' | 'default-if-empty' | 'unmapped' | 'no-field' | 'kept';
  /** Its name in the request, or in the settings of a default. */
  field: string;
  /** Places of the records that it happened to. */
  records: readonly number[];
};

/**
 * A line for an operation's log about something that was done otherwise than the caller asked: `warningsOf` gives those that
 * are warnings, too.
 * `details.note` names its kind, and tells it from other lines.
 */
export type NoteLine = {
  severity: 'INFO' | 'WARNING';
  msg: string;
  details: JsonObject & { note: string };
};

/** One note for each field and kind, by name, whatever the order of the changes. */
export function gatherNotes(
  changes: Iterable<{ kind: FieldNote['kind']; field: string; record: number }>,
): FieldNote[] {
  const notes = new Map<string, FieldNote & { records: number[] }>();
  for (const { kind, field, record } of changes) {
    const name = `${kind} ${field}`;
    const known = notes.get(name);
    if (known) known.records.push(record);
    else notes.set(name, { kind, field, records: [record] });
  }
  return [...notes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, note]) => note);
}

const wording: Record<FieldNote['kind'], { severity: NoteLine['severity']; says: string }> = {
  dropped: { severity: 'INFO', says: 'Not written, because the settings of the installation say so' },
  defaulted: { severity: 'INFO', says: 'Missing from the request, so the default was used' },
  'default-if-empty': {
    severity: 'INFO',
    says: 'Missing from the request, so the default is written where the record has no value yet',
  },
  unmapped: { severity: 'WARNING', says: 'Removed, because the installation does not map it' },
  'no-field': { severity: 'INFO', says: 'Not written, because it is no field of a record' },
  kept: { severity: 'INFO', says: 'Not written, because the record has a value there already' },
};

/** Kind of the lines that stand in the log alone: they are about the config, so every write would repeat them. */
export const logOnlyNote = 'maps-nothing';

/** The texts of the lines that callers are warned with. */
export const warningsOf = (lines: readonly NoteLine[]): string[] =>
  lines.filter(({ details }) => details.note !== logOnlyNote).map(({ msg }) => msg);

/** That writes shall follow a mapping that maps nothing: a mapping under another object's name looks just so. */
export const mappingNotes = ({ inheritMapping, readMappings }: WriteSettings): NoteLine[] =>
  inheritMapping && Object.keys(readMappings).length === 0
    ? [{ severity: 'WARNING', msg: mapsNothing, details: { note: logOnlyNote } }]
    : [];

const mapsNothing =
  'The mapping of reads counts for this write (`inheritMapping`), but the config of the installation maps no field of the object';

const mostNames = 20;
const longestName = 100;

/**
 * The lines that tell the notes: one for each kind, with the first names in the text and all of them in the details
 * (Contract §4.3, rules 6 and 7).
 */
export function noteLines(notes: readonly FieldNote[], form: 'single' | 'batch'): NoteLine[] {
  const kinds = ['unmapped', 'dropped', 'no-field', 'defaulted', 'default-if-empty', 'kept'] as const;
  return kinds.flatMap((kind) => {
    const own = notes.filter((note) => note.kind === kind);
    if (own.length === 0) return [];
    const { severity, says } = wording[kind];
    return [
      { severity, msg: `${says}: ${namesOf(own)}`, details: { note: kind, fields: own.map(detailOf(form)) } },
    ];
  });
}

/**
 * The warnings of records that were written, one line for each text. The details of a batch name its records.
 *
 * @param placeOf the place in the operation of the record at a place of the list
 */
export function writtenLines(
  records: readonly RecordOutcome[],
  form: 'single' | 'batch',
  placeOf: (at: number) => number = (at) => at,
): NoteLine[] {
  const warned = records.flatMap((outcome, at) =>
    outcome.kind === 'written' ? (outcome.warnings ?? []).map((msg) => ({ msg, place: placeOf(at) })) : [],
  );
  return [...Map.groupBy(warned, ({ msg }) => msg)].map(([msg, own]) => ({
    severity: 'WARNING',
    msg,
    details: { note: 'written', ...(form === 'batch' && { records: own.map(({ place }) => place) }) },
  }));
}

function namesOf(notes: readonly FieldNote[]): string {
  const names = notes.slice(0, mostNames).map(({ field }) => field.slice(0, longestName).toWellFormed());
  const more = notes.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const detailOf =
  (form: 'single' | 'batch') =>
  ({ field, records }: FieldNote): JsonObject =>
    form === 'single' ? { field } : { field, records: [...records] };
