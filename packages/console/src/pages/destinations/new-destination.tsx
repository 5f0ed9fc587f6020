import { WritProblem, type Issue } from '@writ/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useDestinationMaking } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Field } from '../../parts/actions/field.tsx';
import { Select } from '../../parts/actions/select.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { askedFields, kinds, metadataOf, type AskedField, type Values } from './kinds.ts';
import styles from './destination-page.module.css';

/** Makes a destination; its page, which opens then, shows what it still lacks. */
export function NewDestination({ isMain = false }: { isMain?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const forbidden = useForbidden('notifications:manage');
  return (
    <>
      <Button look={isMain ? 'main' : 'usual'} disabledBecause={forbidden} onClick={() => setOpen(true)}>
        New destination …
      </Button>
      {isOpen && <DestinationDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const form = 'new-destination';

/** What stands in the form. */
function useForm() {
  const [name, setName] = useState('');
  const [kind, setKind] = useState(kinds[0]);
  // By kinds: what was a secret of one must not show as the address of another.
  const [typed, setTyped] = useState<Readonly<Record<string, Values>>>({});
  const values = typed[kind.type] ?? {};
  return {
    kind,
    setKind,
    name,
    setName,
    fields: askedFields(kind, values),
    type: (at: string, text: string) => setTyped({ ...typed, [kind.type]: { ...values, [at]: text } }),
    made: { name: name.trim(), type: kind.type, metadata: metadataOf(kind, values) },
  };
}

function DestinationDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const [, navigate] = useLocation();
  const { kind, setKind, name, setName, fields, type, made } = useForm();
  const { mutate, reset, error, isPending, isSuccess } = useDestinationMaking(project);
  const empty = emptyOf([{ label: 'Name', value: name }, ...fields]);
  const { faultAt, areMarked } = faultsOf(error, ['/name', ...fields.map(placeOf)]);
  const make = () => mutate(made, { onSuccess: ({ id }) => navigate(project.to('destinations', id)) });
  const choose = (chosen: string) => {
    reset();
    setKind(kinds.find((each) => each.type === chosen) ?? kind);
  };
  return (
    <Dialog
      title="New destination"
      onClose={onClose}
      actions={
        <Button
          look="main"
          type="submit"
          form={form}
          isBusy={isPending || isSuccess}
          disabledBecause={empty.length > 0 ? `Still empty: ${empty.join(', ')}.` : undefined}
        >
          Make it
        </Button>
      }
    >
      <form
        id={form}
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Select
          label="Kind"
          value={kind.type}
          choices={choices}
          hint={kind.about}
          isDisabled={isPending || isSuccess}
          onChange={choose}
        />
        <Field label="Name" hint={nameHint} value={name} fault={faultAt('/name')} onChange={setName} />
        {fields.map((field) => (
          <FieldOfKind
            key={field.at}
            field={field}
            fault={faultAt(placeOf(field))}
            onChange={(text) => type(field.at, text)}
          />
        ))}
      </form>
      <p>Its page opens next. There you choose which events it is sent, and try it with a test event.</p>
      {error && <Problem fault={error} words={areMarked ? seeFields : undefined} />}
    </Dialog>
  );
}

/** The names of what has to be filled in still. */
const emptyOf = (fields: readonly Pick<AskedField, 'label' | 'value' | 'isOptional'>[]): string[] =>
  fields.filter(({ value, isOptional }) => !isOptional && value.trim() === '').map(({ label }) => label);

/** What is wrong at a place, and whether all that is wrong is at one of these places. */
function faultsOf(error: Error | null, places: readonly string[]) {
  const issues = error instanceof WritProblem ? error.issues : [];
  const faultAt = (place: string) => issues.find((issue) => isAt(place, issue))?.detail;
  const isMarked = (issue: Issue) => places.some((place) => isAt(place, issue));
  return { faultAt, areMarked: issues.length > 0 && issues.every(isMarked) };
}

const choices = kinds.map(({ type, words }) => ({ value: type, words }));
const nameHint = 'What it is called here, such as crm-writes.';

function FieldOfKind({
  field: { label, hint, value, choices: choicesOf, isSecret, isOptional },
  fault,
  onChange,
}: {
  field: AskedField;
  fault: string | undefined;
  onChange: (text: string) => void;
}) {
  const given = { label: isOptional ? `${label} (optional)` : label, hint, value, fault, onChange };
  if (choicesOf) return <Select {...given} choices={choicesOf} />;
  return <Field {...given} kind={isSecret ? 'secret' : 'text'} />;
}

const seeFields = { title: 'Nothing was made', detail: 'What is not right stands beneath its field.' };

const placeOf = ({ at }: AskedField): string => `/metadata/${at}`;

/** Whether a fault is that of a place, or of something in it. */
const isAt = (place: string, { name }: Issue): boolean => name === place || name.startsWith(`${place}/`);
