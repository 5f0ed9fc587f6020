import type { UseMutationResult } from '@tanstack/react-query';
import { WritProblem } from '@writ/sdk';
import { useState, type ReactNode } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { Field } from './field.tsx';
import { askedFields, bodyOf, emptyOf, isAt, type FormField, type Values } from './form-fields.ts';

type Given<Body, Result> = {
  title: string;
  /** They describe a `Body`; the service checks it. */
  fields: readonly FormField[];
  initial?: Values;
  words: string;
  look?: 'main' | 'danger';
  disabledBecause?: string | undefined;
  change: Pick<
    UseMutationResult<Result, Error, Body>,
    'mutate' | 'reset' | 'error' | 'isPending' | 'isSuccess'
  >;
  /** By default the dialog closes. */
  onDone?: (result: Result) => void;
  above?: ReactNode;
  children?: ReactNode;
};

/** Shows each issue of a refused request at its field. */
export function FormDialog<Body, Result>(given: Given<Body, Result>) {
  const { fields, initial = {}, change, onDone, above, children, disabledBecause, ...dialog } = given;
  const [values, setValues] = useState<Values>(initial);
  const asked = askedFields(fields, values);
  const empty = emptyOf(asked);
  const issues = change.error instanceof WritProblem ? change.error.issues : [];
  const isShown = issues.length > 0 && issues.every((issue) => asked.some((field) => isAt(field, issue)));
  const isBusy = change.isPending || change.isSuccess;
  return (
    <ActionDialog
      {...dialog}
      change={change}
      disabledBecause={
        disabledBecause ?? (empty.length > 0 ? `Still empty: ${empty.join(', ')}.` : undefined)
      }
      errorWords={isShown ? seeFields : undefined}
      onAct={(close) => change.mutate(bodyOf(fields, values) as Body, { onSuccess: onDone ?? close })}
    >
      {above}
      {asked.map(({ key, label, isOptional, at, ...field }) => (
        <Field
          key={key}
          {...field}
          label={isOptional ? `${label} (optional)` : label}
          fault={issues.find((issue) => isAt({ at }, issue))?.detail}
          isDisabled={isBusy}
          onChange={(text) => {
            // Another choice asks for other fields: earlier issues are not theirs.
            if (field.choices) change.reset();
            setValues({ ...values, [key]: text });
          }}
        />
      ))}
      {children}
    </ActionDialog>
  );
}

const seeFields = { title: 'Nothing was saved', detail: 'What is not right stands beneath its field.' };
