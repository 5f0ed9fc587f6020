import type { Installation, WritePlan } from '@writ/sdk';
import { useId, useState } from 'react';
import { usePlan, type PlanRequest } from '../../data/customers/config.ts';
import { useProject } from '../../data/project.ts';
import { ActionButton } from '../../parts/actions/button.tsx';
import { Code, marked, Table } from '../../parts/facts/facts.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Buttons, Section } from '../../parts/page/page.tsx';
import { Problem } from '../../parts/states/states.tsx';
import styles from './installation.module.css';

type Given = { installation: Installation; objectName: string };
type Type = PlanRequest['type'];

const types: readonly { value: Type; words: string }[] = [
  { value: 'create', words: 'Create' },
  { value: 'update', words: 'Update' },
  { value: 'upsert', words: 'Upsert' },
  { value: 'delete', words: 'Delete' },
];

/** Plans the write of one record. Nothing is sent. */
export function TryRecord({ installation, objectName }: Given) {
  const [type, setType] = useState<Type>('create');
  const [key, setKey] = useState('');
  const [text, setText] = useState('{\n  \n}');
  const [fault, setFault] = useState<string>();
  const plan = usePlan(useProject(), installation);
  const id = useId();
  const submit = () => {
    const record = recordIn(text);
    setFault(record ? undefined : 'This is no JSON object, such as {"email": "ada@example.com"}.');
    if (!record) plan.reset();
    else plan.mutate({ objectName, type, record, ...(type === 'upsert' && { key: key.trim() }) });
  };
  return (
    <form
      className="stack reading"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>Shows what Writ would send for a record by the settings in force. Nothing is sent to the CRM.</p>
      <Field label="Type" value={type} onChange={setType} choices={types} />
      {type === 'upsert' && (
        <Field label="Key" hint="The field that finds the record." value={key} onChange={setKey} />
      )}
      <div className="tight">
        <label htmlFor={id}>Record, as JSON</label>
        <textarea
          id={id}
          rows={8}
          spellCheck={false}
          className={styles['record']}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-beneath`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}-beneath`} className={fault === undefined ? 'small' : 'fault'}>
          {fault ?? 'With the names that your product uses. An update or a delete names the record by id.'}
        </p>
      </div>
      <Buttons>
        <ActionButton needs="write:records" look="main" type="submit" isBusy={plan.isPending}>
          Show the plan
        </ActionButton>
      </Buttons>
      {plan.error && <Problem fault={plan.error} />}
      {plan.data && <Planned plan={plan.data} />}
    </form>
  );
}

function recordIn(text: string): PlanRequest['record'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as PlanRequest['record'])
      : undefined;
  } catch {
    return undefined;
  }
}

const fates: Readonly<Record<WritePlan['fields'][number]['fate'], string>> = {
  written: 'Written',
  mapped: 'Mapped',
  defaulted: 'Default',
  depends: 'Depends on the CRM',
  dropped: 'Left out',
};

function Planned({ plan: { record, recordOfNew, fields, warnings = [] } }: { plan: WritePlan }) {
  return (
    <Section title="What would be sent">
      <Code label="record as it would be sent" value={record} />
      {recordOfNew && <Code label="record as it would be sent if it is new" value={recordOfNew} />}
      {warnings.map((warning) => (
        <p key={warning}>{marked(warning)}</p>
      ))}
      <div className={styles['grid']}>
        <Table
          heads={['Field', 'In the CRM', 'Outcome', 'Why']}
          rows={fields.map(({ name, field, fate, why, ifOnly }) => [
            name,
            field ?? '',
            ifOnly ? `${fates[fate]}, if ${ifOnly}` : fates[fate],
            marked(why),
          ])}
        />
      </div>
    </Section>
  );
}
