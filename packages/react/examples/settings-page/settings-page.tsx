import type { FieldSettings } from '@writ/headless';
import {
  useConnect,
  useConnection,
  useCreateInstallation,
  useFieldSetting,
  useInstallation,
  useLocalConfig,
  useManifest,
  useWriteObject,
} from '@writ/react';

/** What the customer of a product sees: connect, choose what is written and how, save. */
export function SettingsPage() {
  const { isPending, isLoaded, error } = useInstallation();
  const { connection } = useConnection();
  if (isPending) return <p>Loading …</p>;
  if (!isLoaded) return <p role="alert">{error?.message}</p>;
  return (
    <main>
      <h1>Your CRM</h1>
      <Connecting />
      {connection && <Settings />}
    </main>
  );
}

function Connecting() {
  const { connection } = useConnection();
  const { connect, isPending, error } = useConnect();
  return (
    <section>
      <p>{connection ? `Connected to account ${connection.account}` : 'Not connected'}</p>
      <button disabled={isPending} onClick={() => void connect().catch(() => undefined)}>
        Connect
      </button>
      {error && <p role="alert">{error.message}</p>}
    </section>
  );
}

function Settings() {
  const { isDirty, conflicts, resolve, reset } = useLocalConfig();
  const { installation } = useInstallation();
  const { writeObjects } = useManifest();
  const { createInstallation: save, isPending, error } = useCreateInstallation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      {writeObjects.map(({ objectName, displayName }) => (
        <WrittenObject key={objectName} objectName={objectName} label={displayName ?? objectName} />
      ))}
      {conflicts.map(({ path, mine, theirs }) => (
        <div key={path} role="alert" style={{ overflowWrap: 'anywhere' }}>
          Somebody else has changed {path} to {JSON.stringify(theirs)}; here it is {JSON.stringify(mine)}.
          <button type="button" onClick={() => resolve(path, 'mine')}>
            Keep mine
          </button>
          <button type="button" onClick={() => resolve(path, 'theirs')}>
            Take theirs
          </button>
        </div>
      ))}
      {error && conflicts.length === 0 && <p role="alert">{error.message}</p>}
      <button disabled={isPending || (installation !== undefined && !isDirty)}>Save</button>
      <button type="button" disabled={!isDirty} onClick={reset}>
        Undo
      </button>
      <p role="status">{installation && !isDirty ? 'Saved' : 'Not saved'}</p>
    </form>
  );
}

function WrittenObject({ objectName, label }: { objectName: string; label: string }) {
  const object = useWriteObject(objectName);
  const { fieldsOf } = useManifest();
  const fields = fieldsOf(objectName).filter(
    ({ readOnly, valueType }) => !readOnly && valueType === 'string',
  );
  return (
    <fieldset>
      <legend>{label}</legend>
      <label>
        <input
          type="checkbox"
          checked={object.isEnabled}
          onChange={({ target }) => (target.checked ? object.setEnableWrite() : object.setDisableWrite())}
        />
        Write {label}
      </label>
      {object.isEnabled && (
        <>
          <label>
            <input
              type="checkbox"
              checked={object.isDeletionEnabled}
              onChange={({ target }) =>
                target.checked ? object.setEnableDeletion() : object.setDisableDeletion()
              }
            />
            Delete {label}
          </label>
          {fields.map(({ fieldName, displayName }) => (
            <Field
              key={fieldName}
              objectName={objectName}
              fieldName={fieldName}
              label={`${label}: ${displayName}`}
            />
          ))}
        </>
      )}
    </fieldset>
  );
}

function Field({ objectName, fieldName, label }: { objectName: string; fieldName: string; label: string }) {
  const { settings, set, errors } = useFieldSetting(objectName, fieldName);
  return (
    <p>
      <label>
        {label}, on update
        <select
          value={settings.writeOnUpdate ?? 'always'}
          onChange={({ target }) =>
            set({ writeOnUpdate: target.value as NonNullable<FieldSettings['writeOnUpdate']> })
          }
        >
          <option value="always">always</option>
          <option value="never">never</option>
          <option value="ifEmpty">if empty</option>
        </select>
      </label>
      <label>
        {label}, default
        <input
          value={settings.default?.stringValue ?? ''}
          onChange={({ target }) =>
            set({ default: target.value === '' ? undefined : { stringValue: target.value } })
          }
        />
      </label>
      {errors.map(({ name, detail }) => (
        <span key={name} role="alert">
          {detail}
        </span>
      ))}
    </p>
  );
}
