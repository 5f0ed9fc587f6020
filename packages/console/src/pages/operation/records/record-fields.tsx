import type { OperationRecord, RecordNow } from '@writ/sdk';
import { Id } from '../../../parts/facts/id.tsx';
import { Theirs } from '../../../parts/facts/theirs.tsx';
import type { Note } from '../timeline/notes.ts';
import { noteWords } from '../timeline/planned.tsx';
import styles from './records.module.css';

type RecordError = NonNullable<OperationRecord['errors']>[number];
type FieldNow = RecordNow['fields'][number];
type Given = {
  record: OperationRecord;
  notes: readonly Note[];
  /** What the CRM holds; undefined where it was not asked, or has no such record. */
  now?: readonly FieldNow[] | undefined;
};

/** Each field as it is sent, with what the settings did to it, what the CRM says against it, and what it holds now. */
export function RecordFields({ record, notes, now }: Given) {
  const { sent, associations = [], errors = [] } = record;
  const ofNone = errors.filter(({ field }) => field === undefined);
  const fields = fieldsOf({ record, notes });
  return (
    <>
      {ofNone.length > 0 && (
        <ul>
          {ofNone.map((error, at) => (
            <li key={at}>
              <Fault {...error} />
            </li>
          ))}
        </ul>
      )}
      {fields.length > 0 && <Fields {...{ fields, now }} />}
      {associations.length > 0 && <Associations associations={associations} />}
      {sent === undefined && <p>The values that were sent are kept no longer.</p>}
    </>
  );
}

function Fields({ fields, now }: { fields: readonly Field[]; now: Given['now'] }) {
  return (
    <table className={styles['fields']}>
      <caption>What is sent, after the settings of the installation were applied</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{now ? 'Sent' : 'Value'}</th>
          {now && <th scope="col">In the CRM</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, names, value, noted, faults }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {names.map((mapped) => (
                <span key={mapped} className={styles['mapped']}>
                  mapped from <code>{mapped}</code>
                </span>
              ))}
            </th>
            <td>
              {value === undefined ? (
                <span className={styles['absent']}>not sent</span>
              ) : (
                <span className={styles['value']}>{value}</span>
              )}
              {noted.map((words) => (
                <span key={words} className={styles['note']}>
                  {words}
                </span>
              ))}
              {faults.map((error, at) => (
                <Fault key={at} {...error} />
              ))}
            </td>
            {now && (
              <td>
                <Held now={now.find(({ field }) => field === name)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the CRM holds of a field, and whether that is what was sent. */
function Held({ now }: { now: FieldNow | undefined }) {
  if (now?.same === undefined) return <span className={styles['absent']}>not asked for</span>;
  const isEmpty = now.now === null || now.now === '';
  return (
    <>
      <span className={isEmpty ? styles['absent'] : styles['value']}>
        {isEmpty ? 'empty' : textOf(now.now)}
      </span>
      <span className={now.same ? styles['mapped'] : styles['note']}>
        {now.same ? 'as sent' : 'differs from what was sent'}
      </span>
    </>
  );
}

/** The records that a created one is associated with; to which object each belongs its kinds tell. */
function Associations({ associations }: Required<Pick<OperationRecord, 'associations'>>) {
  return (
    <table className={styles['fields']}>
      <caption>What it is associated with</caption>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Kinds of association</th>
        </tr>
      </thead>
      <tbody>
        {associations.map(({ to, types }, at) => (
          <tr key={at}>
            <th scope="row">
              <Id id={to.id} label="record id" />
            </th>
            <td>
              {types
                .map(
                  ({ associationCategory, associationTypeId }) =>
                    `${associationCategory} ${associationTypeId}`,
                )
                .join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fault({ message, code }: RecordError) {
  return (
    <span className={styles['error']}>
      <Theirs>{message}</Theirs> {code !== undefined && <code>{code}</code>}
    </span>
  );
}

/** A field that is sent, was left out, or is said to be wrong. */
type Field = {
  name: string;
  /** What requests call it, where the config maps it. */
  names: readonly string[];
  /** Undefined where it is not sent. */
  value: string | undefined;
  noted: readonly string[];
  faults: readonly RecordError[];
};

function fieldsOf({ record, notes }: Pick<Given, 'record' | 'notes'>): Field[] {
  const { sent, errors = [], mapped = {}, index } = record;
  const values: Readonly<Record<string, unknown>> = sent ?? {};
  // Notes have the names of requests.
  const fieldByName = new Map(Object.entries(mapped).map(([own, field]) => [keyOf(own), field]));
  const noted = notesAbout(notes, index).map((note) => ({
    ...note,
    field: fieldByName.get(keyOf(note.field)) ?? note.field,
  }));
  const faulty = errors.flatMap(({ field }) => field ?? []);
  const names = [...Object.keys(values), ...noted.map(({ field }) => field), ...faulty];
  return [...Map.groupBy(names, keyOf)].map(([key, [name = key]]) => ({
    name,
    names: Object.keys(mapped).filter((own) => keyOf(mapped[own]) === key),
    value: name in values ? textOf(values[name]) : undefined,
    noted: noted.filter(({ field }) => keyOf(field) === key).map(({ words }) => words),
    faults: errors.filter(({ field }) => keyOf(field) === key),
  }));
}

/** Salesforce takes names in any capitals, and answers with its own; HubSpot has no capitals. */
const keyOf = (name = ''): string => name.toLowerCase();

/** The notes that are about a record; one without records is about the only one. */
const notesAbout = (notes: readonly Note[], index: number) =>
  notes.flatMap(({ kind, words, fields }) =>
    fields
      .filter(({ records }) => records.length === 0 || records.includes(index))
      .map(({ field }) => ({ field, words: noteWords[kind] ?? words })),
  );

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
