import type { JsonObject } from '../json.ts';
import type { RecordOutcome } from '../outcome.ts';
import type { IfOnly } from './by-outcome.ts';
import type { WriteSettings } from './write-settings.ts';

/**
 * A change that the caller did not ask for. `dropped`, `defaulted`: by settings; `unmapped`: only mapped
 * fields are written; `no-field`: unknown to the provider; `kept`: the record has a value. A
 * `default-if-empty` is written unless `kept`.
 */
export type FieldNote = IfOnly & {
  kind: 'dropped' | 'defaulted' | 'default-if-empty' | 'unmapped' | 'no-field' | 'kept';
  /** In the request, or in the settings of a default. */
  field: string;
  records: readonly number[];
};

/** A difference from the request, marked by `details.note`; most are also warnings. */
export type NoteLine = {
  severity: 'INFO' | 'WARNING';
  msg: string;
  details: JsonObject & { note: string };
};

/** One per field and kind, sorted by name. */
export function gatherNotes(changes: Iterable<Omit<FieldNote, 'records'> & { record: number }>): FieldNote[] {
  const notes = new Map<string, FieldNote & { records: number[] }>();
  for (const { record, ...note } of changes) {
    const name = `${note.kind} ${note.field} ${note.ifOnly ?? ''}`;
    const known = notes.get(name);
    if (known) known.records.push(record);
    else notes.set(name, { ...note, records: [record] });
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

/** Not warnings: they are about the config, so every write would repeat them. */
export const logOnlyNote = 'maps-nothing';

export const warningsOf = (lines: readonly NoteLine[]): string[] =>
  lines.filter(({ details }) => details.note !== logOnlyNote).map(({ msg }) => msg);

/** A mapping under another object's name looks empty. */
export const mappingNotes = ({ inheritMapping, readMappings }: WriteSettings): NoteLine[] =>
  inheritMapping && Object.keys(readMappings).length === 0
    ? [{ severity: 'WARNING', msg: mapsNothing, details: { note: logOnlyNote } }]
    : [];

const mapsNothing =
  'The mapping of reads counts for this write (`inheritMapping`), but the config of the installation maps no field of the object';

const mostNames = 20;
const longestName = 100;

/**
 * One line per kind, with the first names in its text and all in the details (Contract §4.3, rules 6 and 7).
 */
export function noteLines(notes: readonly FieldNote[], form: 'single' | 'batch'): NoteLine[] {
  if (notes.length === 0) return [];
  const kinds = ['unmapped', 'dropped', 'no-field', 'defaulted', 'default-if-empty', 'kept'] as const;
  return kinds.flatMap((kind) =>
    ([undefined, 'new', 'existing'] as const).flatMap((ifOnly) => {
      const own = notes.filter((note) => note.kind === kind && note.ifOnly === ifOnly);
      if (own.length === 0) return [];
      const { severity, says } = wording[kind];
      const msg = `${ifOnly ? `If the record is ${ifOnly === 'new' ? 'created' : 'updated'}: ` : ''}${says}: ${namesOf(own)}`;
      return [
        {
          severity,
          msg,
          details: { note: kind, ...(ifOnly && { ifOnly }), fields: own.map(detailOf(form)) },
        },
      ];
    }),
  );
}

/**
 * Details of a batch name its records.
 * @param placeOf the record's place in the operation
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
