import { useState } from 'react';
import { Table } from '../../parts/facts/facts.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { Field } from '../../parts/forms/field.tsx';
import styles from './installation.module.css';
import { edited, faultOf, type Edits, type FieldRow, type Rule } from './object-settings.ts';

/** More rows make typing slow. */
const mostShown = 50;

const heads = ['Field', 'Type', 'Required', 'On create', 'On update', 'Default', 'Sent as'];

type Given = { rows: readonly FieldRow[]; edits: Edits; onEdit: (edits: Edits) => void };

/** The fields of an object with their rules, those with rules first. */
export function FieldGrid({ rows, edits, onEdit }: Given) {
  const [sought, setSought] = useState('');
  const text = sought.trim().toLowerCase();
  const found = rows.filter(({ field, label }) => `${field} ${label}`.toLowerCase().includes(text));
  const edit = ({ field }: FieldRow, change: Partial<Rule>) =>
    onEdit({ ...edits, rules: { ...edits.rules, [field]: { ...edits.rules[field], ...change } } });
  return (
    <>
      <Field label="Find a field" value={sought} onChange={setSought} />
      <div className={styles['grid']}>
        <Table
          heads={heads}
          rows={found
            .slice(0, mostShown)
            .map((row) => cellsOf(edited(row, edits), (change) => edit(row, change)))}
        />
      </div>
      {found.length > mostShown && (
        <p className="quiet">
          {countOf(found.length - mostShown, 'more field')}: narrow them by a part of their name.
        </p>
      )}
      {found.length === 0 && <p className="quiet">No field has this in its name.</p>}
    </>
  );
}

function cellsOf(row: FieldRow, onEdit: (change: Partial<Rule>) => void) {
  const { field, label, type, isRequired, rule } = row;
  const fault = faultOf(row);
  return [
    <>
      <bdi>{label}</bdi>
      {label !== field && (
        <>
          <br />
          <code className="small">{field}</code>
        </>
      )}
    </>,
    type,
    isRequired === undefined ? 'unknown' : isRequired ? 'yes' : 'no',
    <select
      aria-label={`${field}, on create`}
      value={rule.onCreate}
      onChange={({ target }) => onEdit({ onCreate: target.value })}
    >
      <option value="always">Write</option>
      <option value="never">Leave out</option>
    </select>,
    <select
      aria-label={`${field}, on update`}
      value={rule.onUpdate}
      onChange={({ target }) => onEdit({ onUpdate: target.value })}
    >
      <option value="always">Write</option>
      <option value="ifEmpty">Only if empty</option>
      <option value="never">Leave out</option>
    </select>,
    <>
      <input
        aria-label={`${field}, default`}
        aria-invalid={fault !== undefined}
        value={rule.fallback}
        onChange={({ target }) => onEdit({ fallback: target.value })}
      />
      {fault !== undefined && <p className="fault">{fault.replaceAll('`', '')}</p>}
    </>,
    <input
      aria-label={`${field}, sent as`}
      value={rule.sentAs}
      onChange={({ target }) => onEdit({ sentAs: target.value })}
    />,
  ];
}
