import type { OperationRecord } from '@writ/sdk';
import type { Note } from '../timeline/notes.ts';
import { noteWords } from '../timeline/planned.tsx';
import styles from './records.module.css';

type RecordError = NonNullable<OperationRecord['errors']>[number];
type Given = { record: OperationRecord; notes: readonly Note[] };

/** Each field as it is sent, with what the settings did to it and what the CRM says against it. */
export function RecordFields({ record, notes }: Given) {
  const { sent, errors = [] } = record;
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
      {fields.length > 0 && <Fields fields={fields} />}
      {sent === undefined && <p>The values that were sent are kept no longer.</p>}
    </>
  );
}

function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <table className={styles['fields']}>
      <caption>What is sent, after the settings of the installation were applied</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, value, noted, faults }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
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
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fault({ message, code }: RecordError) {
  return (
    <span className={styles['error']}>
      {message} {code !== undefined && <code>{code}</code>}
    </span>
  );
}

/** A field that is sent, was left out, or is said to be wrong. */
type Field = {
  name: string;
  /** Undefined where it is not sent. */
  value: string | undefined;
  noted: readonly string[];
  faults: readonly RecordError[];
};

function fieldsOf({ record: { sent, errors = [], index }, notes }: Given): Field[] {
  const values: Readonly<Record<string, unknown>> = sent ?? {};
  const noted = notesAbout(notes, index);
  const faulty = errors.flatMap(({ field }) => field ?? []);
  const names = new Set([...Object.keys(values), ...noted.map(({ field }) => field), ...faulty]);
  return [...names].map((name) => ({
    name,
    value: name in values ? textOf(values[name]) : undefined,
    noted: noted.filter(({ field }) => field === name).map(({ words }) => words),
    faults: errors.filter(({ field }) => field === name),
  }));
}

/** The notes that are about a record; one without records is about the only one. */
const notesAbout = (notes: readonly Note[], index: number) =>
  notes.flatMap(({ kind, words, fields }) =>
    fields
      .filter(({ records }) => records.length === 0 || records.includes(index))
      .map(({ field }) => ({ field, words: noteWords[kind] ?? words })),
  );

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
