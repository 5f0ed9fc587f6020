import type { OperationRecord, RecordNow } from '@writ/sdk';
import { Id } from '../../../parts/facts/id.tsx';
import { Table } from '../../../parts/facts/facts.tsx';
import type { Note } from '../timeline/notes.ts';
import { wordsOf } from '../timeline/planned.tsx';
import styles from './records.module.css';

type RecordError = NonNullable<OperationRecord['errors']>[number];
type FieldNow = RecordNow['fields'][number];
type Given = {
  record: OperationRecord;
  notes: readonly Note[];
  now?: readonly FieldNow[] | undefined;
};

/** Each field as it is sent, with notes, errors, and the CRM's value now. */
export function RecordFields({ record, notes, now }: Given) {
  const { sentIfNew, created, associations = [], errors = [] } = record;
  const isNew = created === true && sentIfNew !== undefined;
  const [sent, other] = isNew ? [sentIfNew, record.sent] : [record.sent, sentIfNew];
  const ofNone = errors.filter(({ field }) => field === undefined);
  const fields = fieldsOf({ record: { ...record, ...(sent && { sent }) }, notes });
  return (
    <>
      {ofNone.map((error, at) => (
        <Fault key={at} {...error} />
      ))}
      {fields.length > 0 && <Fields {...{ fields, now }} caption={captionOf(record)} />}
      {sentIfNew && other && <Others fields={other} caption={outcomes[isNew ? 'updated' : 'created']} />}
      {associations.length > 0 && <Associations associations={associations} />}
      {sent === undefined && <p>The values that were sent are kept no longer.</p>}
    </>
  );
}

/** Captions of what an upsert writes by either outcome, while that is unknown. */
const outcomes = {
  created: 'As a new record would be created',
  updated: 'As an existing record would be updated',
} as const;

function captionOf({ sentIfNew, created }: OperationRecord): string {
  if (sentIfNew === undefined) return 'What is sent, after the settings of the installation were applied';
  if (created === undefined) return outcomes.updated;
  return created ? 'As a new record was created' : 'As an existing record was updated';
}

type Shown = { fields: readonly Field[]; now: Given['now']; caption: string };

function Fields({ fields, now, caption }: Shown) {
  return (
    <Table
      className={styles['fields']}
      caption={caption}
      heads={['Field', now ? 'Sent' : 'Value', ...(now ? ['In the CRM'] : [])]}
      rows={fields.map((field) => [
        <Name key="name" {...field} />,
        <Sent key="sent" {...field} />,
        ...(now ? [<Held key="held" now={now.find((each) => each.field === field.name)} />] : []),
      ])}
    />
  );
}

/** What the other outcome of an upsert would write. */
function Others({ fields, caption }: { fields: object; caption: string }) {
  return (
    <Table
      className={styles['fields']}
      caption={caption}
      heads={['Field', 'Value']}
      rows={Object.entries(fields).map(([name, value]) => [<code key="name">{name}</code>, textOf(value)])}
    />
  );
}

function Name({ name, names }: Field) {
  return (
    <>
      <code>{name}</code>
      {names.map((mapped) => (
        <span key={mapped} className="small">
          mapped from <code>{mapped}</code>
        </span>
      ))}
    </>
  );
}

function Sent({ value, noted, faults }: Field) {
  return (
    <>
      {value ?? <em className="quiet">not sent</em>}
      {noted.map((words) => (
        <span key={words} className="small toned" data-tone="waiting">
          {words}
        </span>
      ))}
      {faults.map((error, at) => (
        <Fault key={at} {...error} />
      ))}
    </>
  );
}

function Held({ now }: { now: FieldNow | undefined }) {
  if (now?.same === undefined) return <em className="quiet">not asked for</em>;
  const isEmpty = now.now === null || now.now === '';
  return (
    <>
      {isEmpty ? <em className="quiet">empty</em> : textOf(now.now)}
      <span className="small toned" data-tone={now.same ? 'off' : 'waiting'}>
        {now.same ? 'as sent' : 'differs from what was sent'}
      </span>
    </>
  );
}

function Associations({ associations }: Required<Pick<OperationRecord, 'associations'>>) {
  return (
    <Table
      className={styles['fields']}
      caption="What it is associated with"
      heads={['Record', 'Kinds of association']}
      rows={associations.map(({ to, types }) => [
        <Id key="id" id={to.id} label="record id" />,
        types.map((type) => `${type.associationCategory} ${type.associationTypeId}`).join(', '),
      ])}
    />
  );
}

function Fault({ message, code }: RecordError) {
  return (
    <span className="fault">
      <bdi>{message}</bdi> {code !== undefined && <code>{code}</code>}
    </span>
  );
}

type Field = {
  name: string;
  /** Its names in requests, if the config maps it. */
  names: readonly string[];
  /** undefined: not sent. */
  value: string | undefined;
  noted: readonly string[];
  faults: readonly RecordError[];
};

function fieldsOf({ record, notes }: Pick<Given, 'record' | 'notes'>): Field[] {
  const { sent, errors = [], mapped = {}, index } = record;
  const values: Readonly<Record<string, unknown>> = sent ?? {};
  // Notes name fields as requests do.
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

/** A CRM may ignore case in names, and answer with its own. */
const keyOf = (name = ''): string => name.toLowerCase();

/** A note without records is about the only one. */
const notesAbout = (notes: readonly Note[], index: number) =>
  notes.flatMap((note) =>
    note.fields
      .filter(({ records }) => records.length === 0 || records.includes(index))
      .map(({ field }) => ({ field, words: wordsOf(note) })),
  );

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
