import { useId, useState } from 'react';
import { Button } from '../parts/actions/button.tsx';
import { Dialog } from '../parts/actions/dialog.tsx';
import { Field } from '../parts/actions/field.tsx';
import { isZone, setPreferences, usePreferences } from './preferences.ts';

/** Chooses the zone in which times are shown. */
export function ZoneDialog({ onClose }: { onClose: () => void }) {
  const { zone } = usePreferences();
  const [text, setText] = useState(zone === 'local' ? '' : zone);
  const formId = useId();
  const fault = isZone(text) ? undefined : 'This browser knows no such zone.';
  return (
    <Dialog
      title="Zone of times"
      onClose={onClose}
      actions={
        <Button look="main" type="submit" form={formId} disabledBecause={fault}>
          Use it
        </Button>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          setPreferences({ zone: text });
          onClose();
        }}
      >
        <Field
          label="Name of the zone"
          hint="Such as Asia/Kathmandu."
          fault={text === '' ? undefined : fault}
          value={text}
          onChange={setText}
          suggestions={Intl.supportedValuesOf('timeZone')}
        />
      </form>
    </Dialog>
  );
}
